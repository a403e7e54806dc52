# What people and machines run. `make help` lists it.

.DEFAULT_GOAL := help
SHELL := /bin/bash
VENV := .build/python
BUILD := swift build
# Nothing in a binary tells the folder that it was built in: not the debug information, which names
# no modules of clang's either, and no digest of the compiler's input. All of a binary's jumps are
# bound and read-only once it has started.
RELEASE := swift build -c release --static-swift-stdlib --disable-local-rpath \
  -Xswiftc -file-prefix-map -Xswiftc $(CURDIR)=. \
  -Xswiftc -Xfrontend -Xswiftc -no-clang-module-breadcrumbs \
  -Xswiftc -Xfrontend -Xswiftc -disable-incremental-llvm-codegen \
  -Xlinker -z -Xlinker relro -Xlinker -z -Xlinker now $(if $(SWIFT_JOBS),--jobs $(SWIFT_JOBS))

# Where `make install` copies to. D-Bus reads policies below /usr/share and /etc alone.
PREFIX ?= /usr
UNITS ?= $(PREFIX)/lib/systemd/system
BUS_POLICIES := $(if $(filter /usr,$(PREFIX)),/usr/share,/etc)/dbus-1/system.d

# Where bash, zsh and fish look for completions.
COMPLETIONS := bash-completion/completions \
  zsh/$(if $(filter /usr,$(PREFIX)),vendor-completions,site-functions) fish/vendor_completions.d

# Units of systemd/, which name programs and pages below /usr.
define install-units
install -d $(DESTDIR)$(UNITS)
for unit in $(1); do \
  sed 's|/usr/|$(PREFIX)/|' "systemd/$$unit" >"$(DESTDIR)$(UNITS)/$$unit" && \
  chmod 644 "$(DESTDIR)$(UNITS)/$$unit" || exit; \
done
endef

# A configuration of systemd/, unless there is one.
define install-configuration
[ -e $(DESTDIR)/etc/barograph/$(1) ] || \
  install -D -m 644 systemd/$(1) $(DESTDIR)/etc/barograph/$(1)
endef

# Manual and completions of a program, told by itself; other programs of its package share them,
# and a unit has the page of what it runs.
define install-manual
rm -rf .build/manual-$(1)
.build/release/$(1) manual --into .build/manual-$(1) && gzip -9nr .build/manual-$(1)
for part in .build/manual-$(1)/*; do \
  install -D -m 644 -t "$(DESTDIR)$(PREFIX)/share/man/$${part##*/}" "$$part"/* || exit; \
done
ln -sf $(3).8.gz $(DESTDIR)$(PREFIX)/share/man/man8/$(3).service.8.gz
install -d $(foreach shell,$(COMPLETIONS),$(DESTDIR)$(PREFIX)/share/$(shell))
cd $(DESTDIR)$(PREFIX)/share && \
  $(CURDIR)/.build/release/$(1) completion bash >$(word 1,$(COMPLETIONS))/$(1) && \
  $(CURDIR)/.build/release/$(1) completion zsh >$(word 2,$(COMPLETIONS))/_$(1) && \
  $(CURDIR)/.build/release/$(1) completion fish >$(word 3,$(COMPLETIONS))/$(1).fish
cd $(DESTDIR)$(PREFIX)/share && for other in $(2); do \
  ln -sf $(1) $(word 1,$(COMPLETIONS))/$$other && \
  ln -sf $(1).fish $(word 3,$(COMPLETIONS))/$$other.fish || exit; \
done
endef

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 14

deps: ## install the Debian packages that are missing
	@.ci/install-packages

$(VENV)/ready: Tests/Foreign/requirements.txt
	python3 -m venv $(VENV)
	$(VENV)/bin/pip install --quiet --disable-pip-version-check -r $<
	touch $@

lint: ## check the formatting of every Swift file
	swift format lint --strict --recursive Package.swift Sources Tests

fuzz: deps ## fuzz every reader of outside bytes; FUZZ_SECONDS each, 20 by default
	Tests/Fuzzing/fuzz

test: deps $(VENV)/ready lint ## run every test
	.ci/test $(VENV)/bin/python

release: deps binaries ## build what is shipped, with the Swift runtime inside

binaries:
	$(RELEASE) --product barographd
	$(RELEASE) --product barograph
	$(RELEASE) --product barograph-receiver

install: install-recorder install-receiver ## copy what `make release` built into $(DESTDIR)$(PREFIX)

install-recorder:
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/bin .build/release/barographd .build/release/barograph
	$(call install-units,barographd.service barograph-import@.service \
	  barograph-import-refused@.service barograph-lamp@.service)
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/lib/udev/rules.d udev/70-barograph.rules
	install -D -m 644 systemd/barograph.sysusers.conf \
	  $(DESTDIR)$(PREFIX)/lib/sysusers.d/barograph.conf
	install -D -m 644 systemd/barograph.dbus.conf $(DESTDIR)$(BUS_POLICIES)/barograph.conf
	install -d $(DESTDIR)/etc/barograph/barograph.conf.d
	$(call install-configuration,barograph.conf)
	$(call install-manual,barograph,barographd,barographd)
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/barograph README.md
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/barograph/docs docs/*.md docs/*.yml
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/barograph/docs/images docs/images/*

install-receiver:
	install -D -m 755 -t $(DESTDIR)$(PREFIX)/bin .build/release/barograph-receiver
	$(call install-units,barograph-receiver.service)
	install -D -m 644 systemd/barograph-receiver.sysusers.conf \
	  $(DESTDIR)$(PREFIX)/lib/sysusers.d/barograph-receiver.conf
	install -d $(DESTDIR)/etc/barograph/receiver.conf.d
	$(call install-configuration,receiver.conf)
	$(call install-manual,barograph-receiver,,barograph-receiver)
	install -D -m 644 -t $(DESTDIR)$(PREFIX)/share/doc/barograph-receiver/docs \
	  docs/receiver*.md docs/sync-contract.md docs/packaging.md docs/configuration.md \
	  docs/page.md docs/journal.md

deb: deps ## make the Debian packages, in out/
	mkdir -p out && rm -f out/barograph*_*
	list=out/barograph_$$(dpkg-parsechangelog -SVersion)_$$(dpkg --print-architecture) && \
	DEB_FOLDER=out dpkg-buildpackage -b -us -uc -tc --buildinfo-option=-uout --changes-option=-uout \
	  --buildinfo-file=$$list.buildinfo --changes-file=$$list.changes

package-test: deb ## check the packages: files, fields, lintian, install, upgrade and purge in a folder
	python3 -m unittest discover -s Tests/Package

reproducible: deb ## build the packages again in another folder and compare the bytes
	Tests/Package/reproducible

e2e: deb ## boot a whole machine, install the packages with apt and play everything on it
	Tests/Machine/e2e

e2e-short: deb ## the same in a few minutes: install, a short flight, an instrument, a power cut
	Tests/Machine/e2e --short

e2e-power: deb ## cut the power of a recording box thirty times and look what that cost
	Tests/Power/power --cuts 30

demo: release ## record a replayed flight and a simulated ride and show what comes out
	Tests/Demo/demo

bench: release $(VENV)/ready ## measure against other recorders, readers and storages; FLIGHTS=DIR for real flights
	$(RELEASE) --product simulate-flight
	$(RELEASE) --product simulate-ride
	$(RELEASE) --product sentence-rate
	$(RELEASE) --product packet-rate
	$(RELEASE) --product igc-rate
	$(RELEASE) --product distance-rate
	Tests/Bench/bench
	$(VENV)/bin/python -W ignore Tests/Bench/instruments
	$(VENV)/bin/python -W ignore Tests/Bench/logbook
	Tests/Bench/sync
	Tests/Bench/writes

soak: release $(VENV)/ready ## a day of 10 Hz fixes and a database of 4 GB
	Tests/Soak/soak $(VENV)/bin/python

clean: ## remove what was built
	rm -rf .build .build-asan .build-tsan .build-fuzz out

.PHONY: help deps lint fuzz test release binaries install install-recorder install-receiver deb package-test reproducible e2e e2e-short e2e-power demo bench soak clean
