#ifndef SCALAR_DECODE_H
#define SCALAR_DECODE_H

#include <stddef.h>
#include <stdint.h>

/* What the fixed part of a B record says, as plainly as a program can keep it. */
struct scalar_fix {
  int32_t second;
  int32_t latitude_thousandths;
  int32_t longitude_thousandths;
  int32_t pressure_altitude;
  int32_t gnss_altitude;
  char validity;
};

/* Decodes the B records of a file digit by digit into `fixes`, at most `room` of them; how many there
   were. Lines end with LF. The floor that the reader is measured against: no extensions, no dates, no
   midnight, no counts, no other records. */
size_t scalar_decode(const uint8_t *bytes, size_t count, struct scalar_fix *fixes, size_t room);

#endif
