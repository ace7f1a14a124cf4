# Everything that is done to this repository by hand or in CI. `make help` lists the targets.

SHELL       := bash
.SHELLFLAGS := -euo pipefail -c
.DEFAULT_GOAL := help

GO        ?= go
FUZZTIME  ?= 60s
BENCHTIME ?= 1s
COUNT     ?= 6
SEED      ?= 1
TURNS     ?= 200000
KILLS     ?= 250

# Tools are pinned here and nowhere else. They are built from source into ./bin; a changed
# version has another file name, so it is built anew.
GOLANGCI_VERSION    := v2.15.0
GOVULNCHECK_VERSION := v1.8.0

GOLANGCI    := bin/golangci-lint-$(GOLANGCI_VERSION)
GOVULNCHECK := bin/govulncheck-$(GOVULNCHECK_VERSION)

# The packages that start goroutines: where the race detector has something to find.
RACE_PACKAGES := ./runner/... ./store/... ./tools/... ./server/...

.PHONY: help
help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: build
build: ## build the legwork binary into ./bin
	CGO_ENABLED=0 $(GO) build -trimpath -tags nethttpomithttp2 -gcflags=crypto/tls=-l -ldflags "-s -w -funcalign=8" -o bin/legwork ./cmd/legwork

# A binary beyond this many bytes fails CI (docs/adr/0011-size-of-the-binary.md).
MAX_BYTES := 33000000

.PHONY: size-check
size-check: build ## fail when the binary is larger than MAX_BYTES
	@size=$$(wc -c < bin/legwork); echo "bin/legwork: $$size bytes"; test $$size -le $(MAX_BYTES)

.PHONY: test
test: ## run all tests, about two minutes on two cores
	$(GO) vet ./...
	$(GO) test ./...
	$(GO) test -tags sdk ./tools/llm/... # the official SDKs of the model providers (docs/adr/0010)

.PHONY: demo
demo: build ## run the demo story: a trip from a message to a booking, killed once, replayed
	bin/legwork demo

.PHONY: race
race: ## run the tests of the packages with goroutines under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race -short $(RACE_PACKAGES)

.PHONY: golden
golden: ## rewrite the blocks of scenarios and the digests of recordings; read the diff and say in the commit why it is right
	$(GO) test ./fixtures -count=1 -run '^(TestScenarios|TestRecordings)$$' -update

.PHONY: golden-check
golden-check: ## fail on any difference of scenarios and recordings, on orphans and on rules without a scenario
	$(GO) test ./fixtures -count=1

.PHONY: replay
replay: build ## fold every recording of fixtures/recordings again and compare
	bin/legwork replay fixtures/recordings

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (60s)
	@for package in $$($(GO) list ./...); do \
	  for target in $$($(GO) test -list '^Fuzz' $$package | grep '^Fuzz' || true); do \
	    echo "== $$package $$target $(FUZZTIME)"; \
	    $(GO) test $$package -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 5x; \
	  done; \
	done

.PHONY: sim
sim: build ## drive the runner with simulated clock, store and tools: SEED=1 TURNS=200000
	bin/legwork sim --seed $(SEED) --turns $(TURNS)

.PHONY: crash
crash: ## kill the real program KILLS (250) times, start it again, and look at what it leaves: SEED=1
	$(GO) test ./internal/crash -count=1 -v -timeout 60m -kills $(KILLS) -seed $(SEED)

.PHONY: bench
bench: ## run the benchmarks, COUNT (6) times each
	$(GO) test ./... -run '^$$' -bench . -benchmem -benchtime $(BENCHTIME) -count $(COUNT) -timeout 60m

.PHONY: cover
cover: ## write coverage.out and print the share covered by package
	$(GO) test ./... -coverprofile coverage.out -coverpkg ./... | grep -v 'no test files'
	$(GO) tool cover -func coverage.out | tail -n 1

.PHONY: lint
lint: $(GOLANGCI) ## run golangci-lint: import allow-lists, forbidden calls, style
	$(GOLANGCI) run ./...

.PHONY: fmt
fmt: $(GOLANGCI) ## format the code with gofumpt
	$(GOLANGCI) fmt ./...

.PHONY: tidy-check
tidy-check: ## fail when go.mod or go.sum are not tidy
	$(GO) mod tidy -diff
	$(GO) mod verify

.PHONY: vuln
vuln: $(GOVULNCHECK) ## look for known vulnerabilities, where the database can be reached
	@.ci/vuln $(GOVULNCHECK) ./...

.PHONY: diagram
diagram: build ## write docs/lifecycle.mmd from the lifecycle table
	bin/legwork graph --format mermaid > docs/lifecycle.mmd

.PHONY: diagram-check
diagram-check: build ## fail when docs/lifecycle.mmd is not what the lifecycle table says
	bin/legwork graph --format mermaid | diff -u docs/lifecycle.mmd -

.PHONY: ci
ci: ## exactly what CI runs
	@.ci/steps test race lint golden-check replay sim diagram-check size-check tidy-check vuln

.PHONY: clean
clean: ## remove what was built
	rm -rf bin coverage.out

$(GOLANGCI):
	@echo "building golangci-lint $(GOLANGCI_VERSION), about two minutes"
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin/build $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	@mv bin/build/golangci-lint $@

$(GOVULNCHECK):
	@echo "building govulncheck $(GOVULNCHECK_VERSION)"
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin/build $(GO) install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)
	@mv bin/build/govulncheck $@
