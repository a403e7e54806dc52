# What people and machines run. `make help` lists it.

.DEFAULT_GOAL := help
SHELL := /bin/bash
VENV := .build/python
BUILD := swift build
RELEASE := swift build -c release --static-swift-stdlib

help: ## show this list
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:.*## /\t/' | expand -t 12

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

release: deps ## build what is shipped, with the Swift runtime inside
	$(RELEASE) --product barographd
	$(RELEASE) --product barograph
	$(RELEASE) --product barograph-receiver

install: ## copy what `make release` built into $(DESTDIR)
	install -D -m 755 .build/release/barographd $(DESTDIR)/usr/bin/barographd
	install -D -m 755 .build/release/barograph $(DESTDIR)/usr/bin/barograph
	install -D -m 644 systemd/barographd.service \
	  $(DESTDIR)/usr/lib/systemd/system/barographd.service
	install -D -m 644 systemd/barograph-import@.service \
	  $(DESTDIR)/usr/lib/systemd/system/barograph-import@.service
	install -D -m 644 systemd/barograph-import-refused@.service \
	  $(DESTDIR)/usr/lib/systemd/system/barograph-import-refused@.service
	install -D -m 644 udev/70-barograph.rules $(DESTDIR)/usr/lib/udev/rules.d/70-barograph.rules
	install -D -m 644 systemd/barograph.sysusers.conf $(DESTDIR)/usr/lib/sysusers.d/barograph.conf
	install -D -m 644 systemd/barograph.dbus.conf \
	  $(DESTDIR)/usr/share/dbus-1/system.d/barograph.conf
	install -d $(DESTDIR)/etc/barograph/barograph.conf.d
	[ -e $(DESTDIR)/etc/barograph/barograph.conf ] || \
	  install -m 644 systemd/barograph.conf $(DESTDIR)/etc/barograph/barograph.conf
	install -D -m 755 .build/release/barograph-receiver $(DESTDIR)/usr/bin/barograph-receiver
	install -D -m 644 systemd/barograph-receiver.service \
	  $(DESTDIR)/usr/lib/systemd/system/barograph-receiver.service
	install -D -m 644 systemd/barograph-receiver.sysusers.conf \
	  $(DESTDIR)/usr/lib/sysusers.d/barograph-receiver.conf
	[ -e $(DESTDIR)/etc/barograph/receiver.conf ] || \
	  install -m 644 systemd/receiver.conf $(DESTDIR)/etc/barograph/receiver.conf
	install -D -m 644 README.md $(DESTDIR)/usr/share/doc/barograph/README.md
	install -d $(DESTDIR)/usr/share/doc/barograph/docs
	install -m 644 docs/*.md $(DESTDIR)/usr/share/doc/barograph/docs
	install -d $(DESTDIR)/usr/share/doc/barograph/docs/images
	install -m 644 docs/images/* $(DESTDIR)/usr/share/doc/barograph/docs/images

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

soak: release $(VENV)/ready ## a day of 10 Hz fixes and a database of 4 GB
	Tests/Soak/soak $(VENV)/bin/python

clean: ## remove what was built
	rm -rf .build .build-asan .build-tsan .build-fuzz out

.PHONY: help deps lint fuzz test release install demo bench soak clean
