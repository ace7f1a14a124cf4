package purity

func exempted(f float64) float64 { return f * 2 }
