#pragma once
#include <stddef.h>
#include <stdint.h>

// libFuzzer as a library: runs until its limits, or ends the process at a finding.
int LLVMFuzzerRunDriver(int *argc, char ***argv, int (*one)(const uint8_t *bytes, size_t count));
