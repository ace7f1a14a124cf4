-- What is asked of whoever works on a trip: it waits while it has no answer. The trip need not exist.
CREATE TABLE inbox (
    n      bigserial PRIMARY KEY,
    trip   bytea NOT NULL,
    id     bytea NOT NULL,
    kind   text NOT NULL,
    body   bytea NOT NULL,
    put    timestamptz NOT NULL DEFAULT clock_timestamp(),
    answer bytea, -- for whoever asked
    UNIQUE (trip, id)
);

CREATE INDEX inbox_waiting ON inbox (put) WHERE answer IS NULL;
CREATE INDEX inbox_answered ON inbox (put) WHERE answer IS NOT NULL;

-- Whether a process works off what is in the inbox.
ALTER TABLE owners ADD COLUMN listens boolean NOT NULL DEFAULT false;

-- The oldest version of the tables that a program may know which works with these; NULL is the version itself.
ALTER TABLE migrations ADD COLUMN least integer;
