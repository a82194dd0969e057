# Builds Pháo the way that testing farms ask for it, for the processor of this machine: `make EXE=name` leaves the
# program under that name. `EVALFILE=path` has to be there, and is handed to the build.

EXE ?= phao
CARGO ?= cargo
# Apart from other builds: the flags differ, and everything would be built anew each time.
BUILD := $(or $(CARGO_TARGET_DIR),target)/native

ifeq ($(OS),Windows_NT)
    SUFFIX := .exe
endif
PROGRAM := $(EXE:.exe=)$(SUFFIX)

ifdef EVALFILE
    ifeq ($(wildcard $(EVALFILE)),)
        $(error EVALFILE=$(EVALFILE): there is no such file)
    endif
    override EVALFILE := $(abspath $(EVALFILE))
    export EVALFILE
endif

# All crates get the flags, not just the last one: the engine is a library of its own.
.PHONY: all
all:
	RUSTFLAGS="-C target-cpu=native $(RUSTFLAGS)" $(CARGO) build --release --locked --bin phao --target-dir "$(BUILD)"
	cp "$(BUILD)/release/phao$(SUFFIX)" "$(PROGRAM)"

.PHONY: test
test:
	$(CARGO) test --release --locked

.PHONY: bench
bench: all
	"$(abspath $(PROGRAM))" bench

.PHONY: clean
clean:
	$(CARGO) clean
	rm -rf "$(BUILD)"
