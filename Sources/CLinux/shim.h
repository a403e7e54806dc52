#pragma once
// What Swift's Glibc module leaves out. No feature macros here: _GNU_SOURCE changes the layout of
// types that other modules have already seen.
#include <stdint.h>
#include <linux/netlink.h>
#include <linux/rtnetlink.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/inotify.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/timex.h>
#include <unistd.h>

int pthread_setname_np(unsigned long thread, const char *name);

// ioprio_set(2) has no wrapper in the C library: class 3 (idle) of the calling thread.
static inline int barograph_idle_disk(void) { return (int)syscall(SYS_ioprio_set, 1, 0, 3 << 13); }
