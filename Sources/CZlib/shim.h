#pragma once
#include <zlib.h>

// deflateInit2 and inflateInit2 are macros that pass the library's version and the stream's size.
static inline int barograph_deflate_begin(
    z_stream *stream, int level, int window_bits, int strategy) {
  return deflateInit2(stream, level, Z_DEFLATED, window_bits, 8, strategy);
}
static inline int barograph_inflate_begin(z_stream *stream, int window_bits) {
  return inflateInit2(stream, window_bits);
}
