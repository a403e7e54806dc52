#pragma once
// The C library's real functions for pure targets, which may import nothing else: no header is
// included, so nothing but these names comes in.
static inline double barograph_sin(double radians) { return __builtin_sin(radians); }
static inline double barograph_cos(double radians) { return __builtin_cos(radians); }
static inline double barograph_atan2(double y, double x) { return __builtin_atan2(y, x); }
static inline double barograph_asin(double ratio) { return __builtin_asin(ratio); }
static inline double barograph_pow(double base, double exponent) { return __builtin_pow(base, exponent); }
static inline double barograph_log(double value) { return __builtin_log(value); }
