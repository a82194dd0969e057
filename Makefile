# Builds Pháo the way that testing farms ask for it: `make EXE=name` leaves the program under that name.
# `EVALFILE=path` is handed to the build for the day on which there is a network to embed.

EXE ?= phao
CARGO ?= cargo

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif

ifdef EVALFILE
    export EVALFILE
endif

.PHONY: all
all:
	$(CARGO) rustc --release --locked --bin phao -- -C target-cpu=native --emit link="$(EXE)$(SUFFIX)"

.PHONY: test
test:
	$(CARGO) test --release --locked

.PHONY: bench
bench: all
	./$(EXE)$(SUFFIX) bench

.PHONY: clean
clean:
	$(CARGO) clean
