GO ?= go
FUZZTIME ?= 5s
GENERATED = gen snapshots
REGISTRIES = . conformance/vocabulary/closed conformance/vocabulary/open $(patsubst %/registry.cue,%,$(wildcard examples/*/registry.cue))

.DEFAULT_GOAL := help
.PHONY: help generate check test test-short conformance fuzz bench lint clean

help: ## Show this list
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

generate: ## Write gen/ and snapshots/ from the registries, and the vectors that examples keep
	@for dir in $(REGISTRIES); do echo "promptgen -C $$dir generate"; $(GO) run ./cmd/promptgen -C $$dir generate || exit 1; done
	@for kept in $(wildcard examples/*/vectors.json); do $(GO) run ./cmd/promptgen -C $$(dirname $$kept) vectors > $$kept || exit 1; done

check: ## Delete everything generated, write it again, fail if anything changed
	@GO="$(GO)" bash .ci/regenerate $(GENERATED)

test: lint ## Run all checks and tests
	$(GO) test -vet=off ./... # lint has vetted them

test-short: ## Run the quick tests
	$(GO) test -short ./...

conformance: ## Send all projections through the providers' official SDKs
	$(GO) run ./cmd/promptgen -C conformance/vocabulary/closed generate --check
	$(GO) run ./cmd/promptgen -C conformance/vocabulary/open generate --check
	cd conformance && $(GO) test -count=1 ./... # they read files that the test cache does not watch

fuzz: ## Run each fuzz target for FUZZTIME (5s)
	@GO="$(GO)" bash .ci/fuzz $(FUZZTIME)

bench: ## Print speed as ratios to a peer, taken in one run
	cd bench && $(GO) run .

lint: ## Look for unformatted and suspicious Go and CUE
	@bad=$$(gofmt -l .) && test -z "$$bad" || { echo "not gofmt-clean:"; echo "$$bad"; exit 1; }
	$(GO) vet ./...
	cd conformance && $(GO) vet ./...
	$(GO) tool cue vet -c ./...
	$(GO) tool cue fmt --check ./...

clean: ## Delete everything generated
	rm -rf $(GENERATED)
