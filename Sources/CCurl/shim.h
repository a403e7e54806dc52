#pragma once
#include <curl/curl.h>

// curl_easy_setopt and curl_easy_getinfo are variadic macros.
typedef size_t (*barograph_curl_writer)(char *bytes, size_t size, size_t count, void *context);

static inline CURLcode barograph_curl_set_text(CURL *handle, CURLoption option, const char *text) {
  return curl_easy_setopt(handle, option, text);
}
static inline CURLcode barograph_curl_set_number(CURL *handle, CURLoption option, long number) {
  return curl_easy_setopt(handle, option, number);
}
static inline CURLcode barograph_curl_set_headers(CURL *handle, struct curl_slist *headers) {
  return curl_easy_setopt(handle, CURLOPT_HTTPHEADER, headers);
}
// The bytes must outlive the transfer.
static inline CURLcode barograph_curl_set_body(CURL *handle, const void *bytes, long count) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_POSTFIELDSIZE, count);
  return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_POSTFIELDS, bytes);
}
static inline CURLcode barograph_curl_set_writer(
    CURL *handle, barograph_curl_writer writer, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, writer);
  return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_WRITEDATA, context);
}
static inline long barograph_curl_status(CURL *handle) {
  long status = 0;
  curl_easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
  return status;
}
static inline long barograph_curl_errno(CURL *handle) {
  long number = 0;
  curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &number);
  return number;
}
static inline const char *barograph_curl_content_type(CURL *handle) {
  const char *type = NULL;
  curl_easy_getinfo(handle, CURLINFO_CONTENT_TYPE, &type);
  return type;
}
