#pragma once
// What Swift's Glibc module leaves out. No feature macros here: _GNU_SOURCE changes the layout of
// types that other modules have already seen.
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/statvfs.h>
#include <sys/timex.h>

int pthread_setname_np(unsigned long thread, const char *name);
