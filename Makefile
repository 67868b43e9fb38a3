# SPDX-License-Identifier: GPL-2.0-only
# The front door. Each target is a line or two; the work is in scripts/.

# What builds for Linux, whose make cannot work below a path with a space.
OF_LINUX := run vm modules check-all soak prove bench-kernel $(if $(filter-out unit command,$(or $(SUITES),all)),check)
ifneq ($(words $(CURDIR)),1)
ifneq ($(filter $(OF_LINUX),$(MAKECMDGOALS)),)
$(error the build of Linux cannot work below a path with a space: $(CURDIR). make tools, bench, deb, dist, docs, amalgamation, install MODULE=no and SUITES="unit command" make check can)
endif
endif
MAKEFLAGS += --no-print-directory
# As they were typed: a dollar in a command is the guest's, not make's.
unexport CMD FILE
run: export RUN_FILE := $(value FILE)
vm: export VM_COMMAND := $(value CMD)

PREFIX ?= /usr/local
DESTDIR ?=
export PREFIX DESTDIR MODULE SIGN_KEY SIGN_CERT
RELEASE := $(shell uname -r)

# The kernel to build the module for: the running one where its headers are
# installed, else Debian's 6.12, fetched into .cache/.
KDIR ?= $(firstword $(wildcard /lib/modules/$(RELEASE)/build) 6.12)

.PHONY: help
help:
	@echo 'Two commands:'
	@echo '  make run [FILE=...]    send FILE (default: two texts made for it) through /dev/utf8check'
	@echo '                         in a virtual machine, and show what came out'
	@echo '  make check             the tests that a change most needs; SUITES="style unit" for some,'
	@echo '                         "make suites" lists all; FRESH=1 also what has not changed'
	@echo 'Longer:'
	@echo '  make check GROUP="kernels machines sanitized packages"'
	@echo '                         what else has to pass before a change lands, or some of these'
	@echo '  make check-all         the same with all cases, and the slow ones, with a new seed: hours; SEED=N'
	@echo '  make soak MINUTES=60   load on the device without mercy, on two kernels; SEED=N'
	@echo '  make prove             brute force and proofs by CBMC; WORDS="four decode" for some'
	@echo 'What they fetch the first time, each on a bare Debian 12:'
	@echo '  make tools: 45 packages (51 MB); make run: 105 packages (81 MB) and a kernel (125 MB);'
	@echo '  make vm: 124 packages (145 MB); make check: 200 packages (200 MB) and kernels (280 MB)'
	@echo 'Parts:'
	@echo '  make tools             build/utf8check, the command, and libutf8check beside it'
	@echo '  make amalgamation      the library in two files to embed, build/utf8check.c and utf8check.h'
	@echo '  make modules [KDIR=D]  build/module/utf8check.ko (now for: $(KDIR))'
	@echo "  make vm CMD='...' [KERNEL=6.1|6.12|7|arm64|s390x|rt|test|kcsan|kmsan|cfi|uml] [SHARE=DIR]"
	@echo '                         run a command as root in a guest with the module loaded; DIR is at /mnt;'
	@echo '                         without CMD a shell in the guest, whose files stay while it runs'
	@echo '  make bench             how fast it is here, a line of JSON a result; JOB=validate,is-nfc for some,'
	@echo '                         TARGETS=1 says which goals were reached'
	@echo '  make bench-kernel      and in a kernel, beside its own code (User Mode Linux)'
	@echo '  make docs              all manuals as HTML, build/docs/html/index.html'
	@echo '  make deps              install the Debian packages that all this needs;'
	@echo '                         UTF8CHECK_SKIP_DEPS=1 make ... installs none, and takes what is there'
	@echo 'To have it on this machine:'
	@echo '  make install           module, command, library, after a look whether all of it can be done;'
	@echo '                         PREFIX=$(PREFIX) DESTDIR= KDIR= MODULE=no (without the module)'
	@echo '  make uninstall         remove what that installed, nothing else'
	@echo '  make -C userspace install   the command and the library alone; LIBDIR= MANDIR= ... (userspace/Makefile)'
	@echo '  make dkms              give the module to DKMS, which builds it for each kernel'
	@echo '  make deb               Debian packages, in build/deb/'
	@echo '  make dist              a tarball, build/utf8check-VERSION.tar.xz'
	@echo '  make clean             remove build/; distclean also .cache/ (kernels)'

.PHONY: run check check-all soak prove suites tools amalgamation modules vm bench bench-kernel docs deps install uninstall dkms dist deb clean distclean

run:
	@scripts/run "$$RUN_FILE"

# The groups that are asked for, or those that any of SUITES may be of.
GROUP ?= $(if $(SUITES),quick machines packages)
check:
	@scripts/deps $(or $(GROUP),quick)
	@scripts/check $(if $(SUITES),,$(GROUP))

check-all: deps
	@scripts/deps all
	@scripts/check all

soak: deps
	@scripts/deps all
	@scripts/suites/soak

prove: deps
	@scripts/suites/prove $(WORDS)

suites:
	@scripts/check list

# 6.1 and 6.12 need three groups of packages; any other KERNEL needs all of them.
vm:
	@scripts/deps $(if $(filter-out 6.1 6.12,$(KERNEL)),,tools guard run)
	@scripts/tools >&2
	@scripts/vm "$$VM_COMMAND"

deps:
	@scripts/deps

tools:
	@scripts/deps tools
	@$(MAKE) -C userspace tools BUILD='$(CURDIR)/build'

amalgamation:
	@scripts/amalgamation build
	@echo 'build/utf8check.c build/utf8check.h'

bench:
	@scripts/deps tools
	@$(MAKE) -C userspace -f bench/Makefile BUILD='$(CURDIR)/build'

bench-kernel: deps
	@KUNIT_PARAMS=bench=1 scripts/suites/kunit uml 'utf8check_bench.*'
	@sed -n 's/.*\(bench .*|\)/\1/p' build/logs/kunit-uml.ktap

docs: deps
	@scripts/docs

modules:
	@scripts/deps module
	@echo 'building the module for $(KDIR)'
	@dir=$$(scripts/module '$(KDIR)') && mkdir -p build/module && \
		cp -p "$$dir/module/utf8check.ko" build/module/ && \
		echo "build/module/utf8check.ko: $$(modinfo -F vermagic build/module/utf8check.ko 2>/dev/null || cat "$$dir/release")"

# The running kernel's headers unless KDIR was given: never a kernel of .cache/.
install:
	@KDIR='$(if $(filter file,$(origin KDIR)),,$(KDIR))' scripts/install

uninstall:
	@scripts/install remove

dkms:
	@scripts/packaging/dkms

dist:
	@scripts/packaging/dist

deb:
	@scripts/deps tools guard deb
	@scripts/packaging/deb

clean:
	rm -rf build

distclean: clean
	rm -rf .cache
