package runner_test

import (
	"testing"

	"github.com/legwork-go/legwork/internal/leaktest"
)

func TestMain(m *testing.M) { leaktest.Main(m) }
