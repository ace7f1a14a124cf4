package postgres_test

const childURL = "LEGWORK_POSTGRES_CHILD"

func child() {}
