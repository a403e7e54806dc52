#include "scalar_decode.h"

static int number(const uint8_t *text, int width, int32_t *value) {
  int32_t sum = 0;
  for (int index = 0; index < width; index++) {
    if (text[index] < '0' || text[index] > '9') return 0;
    sum = sum * 10 + (text[index] - '0');
  }
  *value = sum;
  return 1;
}

static int altitude(const uint8_t *text, int32_t *value) {
  if (text[0] != '-') return number(text, 5, value);
  if (!number(text + 1, 4, value)) return 0;
  *value = -*value;
  return 1;
}

static int decode(const uint8_t *line, size_t count, struct scalar_fix *fix) {
  int32_t hours, minutes, seconds, degrees, thousandths;
  if (count < 35) return 0;
  if (!number(line + 1, 2, &hours) || !number(line + 3, 2, &minutes)) return 0;
  if (!number(line + 5, 2, &seconds) || hours > 23 || minutes > 59 || seconds > 59) return 0;
  fix->second = hours * 3600 + minutes * 60 + seconds;
  if (!number(line + 7, 2, &degrees) || !number(line + 9, 5, &thousandths)) return 0;
  if (thousandths > 59999) return 0;
  fix->latitude_thousandths = degrees * 60000 + thousandths;
  if (line[14] == 'S') fix->latitude_thousandths = -fix->latitude_thousandths;
  else if (line[14] != 'N') return 0;
  if (!number(line + 15, 3, &degrees) || !number(line + 18, 5, &thousandths)) return 0;
  if (thousandths > 59999) return 0;
  fix->longitude_thousandths = degrees * 60000 + thousandths;
  if (line[23] == 'W') fix->longitude_thousandths = -fix->longitude_thousandths;
  else if (line[23] != 'E') return 0;
  if (line[24] != 'A' && line[24] != 'V') return 0;
  fix->validity = (char)line[24];
  return altitude(line + 25, &fix->pressure_altitude) && altitude(line + 30, &fix->gnss_altitude);
}

size_t scalar_decode(const uint8_t *bytes, size_t count, struct scalar_fix *fixes, size_t room) {
  size_t found = 0, start = 0;
  while (start < count && found < room) {
    size_t end = start;
    while (end < count && bytes[end] != '\n') end++;
    if (bytes[start] == 'B' && decode(bytes + start, end - start, &fixes[found])) found++;
    start = end + 1;
  }
  return found;
}
