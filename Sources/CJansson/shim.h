#pragma once
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

// json_typeof, the flags and JSON_INDENT are macros that Swift does not see.
enum barograph_json_kind {
  BAROGRAPH_JSON_OBJECT,
  BAROGRAPH_JSON_ARRAY,
  BAROGRAPH_JSON_STRING,
  BAROGRAPH_JSON_INTEGER,
  BAROGRAPH_JSON_REAL,
  BAROGRAPH_JSON_TRUE,
  BAROGRAPH_JSON_FALSE,
  BAROGRAPH_JSON_NULL,
};

static inline enum barograph_json_kind barograph_json_kind(const json_t *value) {
  switch (json_typeof(value)) {
  case JSON_OBJECT: return BAROGRAPH_JSON_OBJECT;
  case JSON_ARRAY: return BAROGRAPH_JSON_ARRAY;
  case JSON_STRING: return BAROGRAPH_JSON_STRING;
  case JSON_INTEGER: return BAROGRAPH_JSON_INTEGER;
  case JSON_REAL: return BAROGRAPH_JSON_REAL;
  case JSON_TRUE: return BAROGRAPH_JSON_TRUE;
  case JSON_FALSE: return BAROGRAPH_JSON_FALSE;
  default: return BAROGRAPH_JSON_NULL;
  }
}

static const size_t barograph_json_decode_flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY;
// 15 digits: 0.1 is written as 0.1 and not as 0.10000000000000001.
static const size_t barograph_json_compact_flags =
    JSON_COMPACT | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15);
static const size_t barograph_json_indent_flags =
    JSON_INDENT(2) | JSON_ENCODE_ANY | JSON_REAL_PRECISION(15);

static inline void barograph_json_free(char *text) { free(text); }
static inline size_t barograph_json_length(const char *text) { return strlen(text); }
