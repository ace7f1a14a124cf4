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
TRIPS     ?= 50
ENDS      ?= 12
STATES    ?= 20000
REPEAT    ?= 3
LASTS     ?= 2m
SERVERS   ?= 3
TIMEOUT   ?= 30m
P         ?= ./turn

# Tools are pinned here and nowhere else. They are built from source into ./bin; a changed
# version has another file name, so it is built anew.
GOLANGCI_VERSION      := v2.15.0
GOVULNCHECK_VERSION   := v1.8.0
WORKFLOWCHECK_VERSION := v0.6.0
TEMPORAL_VERSION      := v1.32.1

GOLANGCI      := bin/golangci-lint-$(GOLANGCI_VERSION)
GOVULNCHECK   := bin/govulncheck-$(GOVULNCHECK_VERSION)
WORKFLOWCHECK := bin/workflowcheck-$(WORKFLOWCHECK_VERSION)
TEMPORAL      := bin/temporal-server-$(TEMPORAL_VERSION)
TEMPORAL_SQL  := bin/temporal-sql-$(TEMPORAL_VERSION)

# The modules of go.work. The root is the engine; what needs a heavy library or another system is in the others.
MODULES  := . adapters server temporal lab cmd/legwork
PACKAGES := ./... ./adapters/... ./server/... ./temporal/... ./lab/... ./cmd/legwork/...

# The packages that start goroutines: where the race detector has something to find. The reading of English is pure,
# and its tests would take longer under it than all others.
RACE_PACKAGES := ./runner/... ./store/... ./tools/... ./adapters/... ./server/...

.PHONY: help
help: ## list the targets
	@echo 'Daily:'
	@awk -F ':.*## ' '/^# Seldom/ { print "Seldom, and in CI:" } /^[a-z-]+:.*## / { printf "  %-14s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

.PHONY: demo
demo: ## run the demo story: a trip from a message to a booking, killed once, replayed
	@echo 'building the demo; on a new machine this compiles the engine first, under a minute'
	@$(GO) build -ldflags='-s -w' -o bin/demo ./cmd/legwork/demo
	@bin/demo

.PHONY: run
run: build ## serve trips at http://127.0.0.1:8080, kept in trips.db, with a page
	bin/legwork serve --store trips.db

.PHONY: check
check: ## the tests of one package and its style: P=./reducer (seconds)
	$(GO) vet $(P)
	$(GO) test $(P) ./internal/tidy

.PHONY: test
test: ## run all tests of all modules, about four minutes on two cores
	$(GO) vet $(PACKAGES)
	$(GO) test -timeout $(TIMEOUT) $(PACKAGES)

.PHONY: golden
golden: ## rewrite the blocks of scenarios and the digests of recordings; read the diff and say in the commit why it is right
	$(GO) test ./fixtures -count=1 -run '^(TestScenarios|TestRecordings|TestMessages)$$' -update
	$(GO) test ./turn -count=1 -run '^TestWalks$$' -update

.PHONY: fmt
fmt: $(GOLANGCI) ## format the code with gofumpt
	$(GOLANGCI) fmt $(MODULES)

.PHONY: lint
lint: $(GOLANGCI) ## run golangci-lint: import allow-lists, forbidden calls, style
	$(GOLANGCI) run $(PACKAGES)

.PHONY: build
build: ## build the legwork binary into ./bin
	@echo 'building the command; the first time on a machine this compiles its libraries, some minutes'
	$(GO) build -buildvcs=auto -ldflags='-s -w' -o bin/legwork ./cmd/legwork
	@wc -c bin/legwork

# Seldom

.PHONY: version-check
version-check: build ## fail when the binary does not carry the revision that it was built of
	@bin/legwork version
	@test ! -d .git || bin/legwork version --json | grep "\"revision\":\"$$(git rev-parse HEAD)\"" >/dev/null

# Systems and processors that differ: 32 bits, another byte order, no /proc, no signals.
CROSS := linux/386 linux/mips darwin/arm64 freebsd/amd64 windows/amd64

# The one of them for which the command is held too, with all that it links: it compiles its libraries anew for each
# system, minutes each. All of them: make cross CROSS_COMMAND="linux/386 darwin/arm64 ...".
CROSS_COMMAND ?= windows/amd64

# The packages that decide, and what reads dates and numbers for them.
PURE_PACKAGES := ./internal/wire ./internal/words ./trip ./catalog ./applier ./reducer/... ./turn ./replay ./transcript ./fixtures ./tools/extract

.PHONY: cross
cross: ## compile and vet the engine, tests too, for the systems of CROSS, and the command for CROSS_COMMAND; test what decides with 32 bits where that runs
	@for target in $(CROSS); do \
	  echo "== the engine, $$target"; \
	  CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target#*/} $(GO) vet ./...; \
	done
	@for target in $(CROSS_COMMAND); do \
	  echo "== the command, $$target"; \
	  CGO_ENABLED=0 GOOS=$${target%/*} GOARCH=$${target#*/} $(GO) vet ./cmd/legwork/...; \
	done
	@if [ "$$($(GO) env GOHOSTOS)/$$($(GO) env GOHOSTARCH)" = linux/amd64 ]; then \
	  echo "== tests, linux/386"; \
	  export CGO_ENABLED=0 GOOS=linux GOARCH=386; \
	  if tried=$$($(GO) test ./internal/words -run '^$$' 2>&1); then \
	    $(GO) test $(PURE_PACKAGES); \
	  elif grep 'exec format error' <<<"$$tried" >/dev/null; then \
	    echo "cross: NOT TESTED with 32 bits: the kernel of this machine runs no such programs."; \
	  else \
	    printf '%s\n' "$$tried"; exit 1; \
	  fi; \
	fi

.PHONY: race
race: ## run the tests of the packages with goroutines under the race detector (needs a C compiler)
	CGO_ENABLED=1 $(GO) test -race -short -timeout $(TIMEOUT) $$($(GO) list $(RACE_PACKAGES) | grep -v '/tools/extract$$')

.PHONY: generate
generate: ## write the codec of package trip from its types, and package messages from its table
	$(GO) generate ./trip ./internal/messages

.PHONY: generate-check
generate-check: ## fail when what make generate writes is not what its types and its table say
	cd trip && $(GO) run ./internal/codecgen -check
	cd internal/messages && $(GO) run ./gen -check

.PHONY: golden-check
golden-check: ## fail on any difference of scenarios and recordings, on orphans and on rules without a scenario
	$(GO) test ./fixtures -count=1

.PHONY: replay
replay: build ## fold every recording of fixtures/recordings again and compare
	bin/legwork replay fixtures/recordings

.PHONY: fuzz
fuzz: ## run every fuzz target for FUZZTIME (60s)
	@for package in $$($(GO) list $(PACKAGES)); do \
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
	$(GO) test ./lab/crash -count=1 -v -timeout 60m -kills $(KILLS) -seed $(SEED)

.PHONY: power
power: ## let the power fail STATES (20000) times in a store at work, and open what a disk can hold then: SEED=1
	$(GO) test ./store/bolt -run '^TestPower' -count=1 -v -timeout 60m -power.states $(STATES) -power.seed $(SEED)

.PHONY: load
load: ## load the real server for LASTS (2m) a shape, kill it, and treat it as clients should not: about 20 minutes
	$(GO) test ./lab/load -count=1 -v -timeout 60m -load.for $(LASTS)

.PHONY: servers
servers: ## let SERVERS (3) of one database work for LASTS (2m) under cut and swallowed connections, standstills, a full disk, and KILLS (250): SEED=1
	POSTGRES_REQUIRED=1 $(GO) test ./lab/load -run '^Test(Servers|FullDisk)$$' -count=1 -v -timeout 24h -load.for $(LASTS) -load.seed $(SEED) \
		-load.servers $(SERVERS) -load.kills $(KILLS)

.PHONY: dbos
dbos: ## do turns of three durable steps with a runner on PostgreSQL and with DBOS Transact: turns a second, p50 and p99 of both
	cd lab/dbos && POSTGRES_REQUIRED=1 GOWORK=off $(GO) test -count=1 -v

.PHONY: temporal
temporal: $(TEMPORAL) ## keep the contract on a real Temporal server, serve from it, and book TRIPS (50) or more while it and its worker are killed ENDS (12) times
	cd temporal && TEMPORAL_SERVER=$(CURDIR)/$(TEMPORAL) $(GO) test . -count=1 -v -timeout 60m -trips $(TRIPS) -kills $(ENDS)
	cd temporal && TEMPORAL_SERVER=$(CURDIR)/$(TEMPORAL) $(GO) test ./cmd/... -count=1 -v

.PHONY: temporal-nodes
temporal-nodes: $(TEMPORAL) $(TEMPORAL_SQL) ## book trips on three nodes of a Temporal service and PostgreSQL, while they and a worker are killed 60 times
	cd temporal && TEMPORAL_SERVER=$(CURDIR)/$(TEMPORAL) TEMPORAL_SQL=$(CURDIR)/$(TEMPORAL_SQL) POSTGRES_REQUIRED=1 \
	  $(GO) test . -run '^TestKills$$' -count=1 -v -timeout 60m -nodes 3 -kills 60

.PHONY: temporal-figures
temporal-figures: $(TEMPORAL) ## do turns with a runner on a file, on PostgreSQL and with workflows of a Temporal service: turns a second, p50, p99
	cd temporal && TEMPORAL_SERVER=$(CURDIR)/$(TEMPORAL) POSTGRES_REQUIRED=1 $(GO) test . -run '^TestBeside$$' -beside 3s -count=1 -v

.PHONY: workflowcheck
workflowcheck: $(WORKFLOWCHECK) ## fail when code of a workflow is not deterministic
	$(WORKFLOWCHECK) ./temporal

.PHONY: bench
bench: ## run the benchmarks, COUNT (6) times each
	$(GO) test $(PACKAGES) -run '^$$' -bench . -benchmem -benchtime $(BENCHTIME) -count $(COUNT) -timeout 60m

.PHONY: cover
cover: ## write coverage.out and print the share covered by package
	$(GO) test $(PACKAGES) -coverprofile coverage.out -coverpkg ./... | grep -v 'no test files'
	$(GO) tool cover -func coverage.out | tail -n 1

.PHONY: tidy-check
tidy-check: ## fail when a go.mod or go.sum is not tidy
	@for module in $(MODULES); do echo "== $$module"; (cd $$module && GOWORK=off $(GO) mod tidy -diff); done
	$(GO) mod verify

.PHONY: vuln
vuln: $(GOVULNCHECK) ## look for known vulnerabilities, where the database can be reached
	@.ci/vuln $(GOVULNCHECK) $(PACKAGES)

.PHONY: diagram
diagram: build ## write docs/lifecycle.mmd from the lifecycle table
	bin/legwork graph --format mermaid > docs/lifecycle.mmd

.PHONY: diagram-check
diagram-check: build ## fail when docs/lifecycle.mmd is not what the lifecycle table says
	bin/legwork graph --format mermaid | diff -u docs/lifecycle.mmd -

.PHONY: browser
browser: ## drive the page of `legwork serve` in a headless Chromium; the pictures stay in lab/browser/screenshots
	$(GO) test ./lab/browser -count=1 -timeout $(TIMEOUT)

.PHONY: peers
peers: ## have one conversation with the chat backends of others and with ours, REPEAT (3) times, and compare (needs Node.js 22 and npm)
	PEERS_REQUIRED=1 $(GO) test ./lab/peers -count=1 -v -timeout 90m -repeat $(REPEAT)

.PHONY: openapi
openapi: ## hold the description of the server's interface against the rules of OpenAPI 3.1
	$(GO) test ./lab/openapi -count=1

.PHONY: archive
archive: build ## replay all stories, scenarios and released recordings and compare with the last release, or until then with the committed digests
	$(GO) run ./lab/archive -legwork bin/legwork

.PHONY: ci
ci: ## exactly what CI runs
	@.ci/steps test race lint workflowcheck temporal generate-check golden-check archive sim diagram-check version-check cross tidy-check vuln

.PHONY: clean
clean: ## remove what was built
	rm -rf bin coverage.out

$(GOLANGCI):
	@echo "building golangci-lint $(GOLANGCI_VERSION), about two minutes"
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin/build $(GO) install github.com/golangci/golangci-lint/v2/cmd/golangci-lint@$(GOLANGCI_VERSION)
	@mv bin/build/golangci-lint $@

$(TEMPORAL):
	@echo "building the Temporal server $(TEMPORAL_VERSION), some minutes and about 150 MB"
	@mkdir -p bin
	CGO_ENABLED=0 GOWORK=off GOBIN=$(CURDIR)/bin/build nice -n 19 \
	  $(GO) install -ldflags='-s -w' go.temporal.io/server/cmd/server@$(TEMPORAL_VERSION)
	@mv bin/build/server $@

$(TEMPORAL_SQL):
	@mkdir -p bin
	CGO_ENABLED=0 GOWORK=off GOBIN=$(CURDIR)/bin/build nice -n 19 \
	  $(GO) install -ldflags='-s -w' go.temporal.io/server/cmd/tools/sql@$(TEMPORAL_VERSION)
	@mv bin/build/sql $@

$(WORKFLOWCHECK):
	@mkdir -p bin
	GOWORK=off GOBIN=$(CURDIR)/bin/build $(GO) install go.temporal.io/sdk/contrib/tools/workflowcheck@$(WORKFLOWCHECK_VERSION)
	@mv bin/build/workflowcheck $@

$(GOVULNCHECK):
	@echo "building govulncheck $(GOVULNCHECK_VERSION)"
	@mkdir -p bin
	GOBIN=$(CURDIR)/bin/build $(GO) install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK_VERSION)
	@mv bin/build/govulncheck $@
