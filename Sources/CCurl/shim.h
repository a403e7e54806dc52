#pragma once
#include <curl/curl.h>
#include <sys/socket.h>

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

// libcurl's own sockets would live on in every program that is started meanwhile.
static inline curl_socket_t barograph_curl_open_socket(
    void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)context;
  (void)purpose;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}
static inline CURLcode barograph_curl_close_on_exec(CURL *handle) {
  return curl_easy_setopt(handle, CURLOPT_OPENSOCKETFUNCTION, barograph_curl_open_socket);
}
static inline CURLcode barograph_curl_set_large(
    CURL *handle, CURLoption option, curl_off_t number) {
  return curl_easy_setopt(handle, option, number);
}
static inline CURLcode barograph_curl_set_pointer(CURL *handle, CURLoption option, void *pointer) {
  return curl_easy_setopt(handle, option, pointer);
}
static inline CURLcode barograph_curl_set_header_writer(
    CURL *handle, barograph_curl_writer writer, void *context) {
  CURLcode code = curl_easy_setopt(handle, CURLOPT_HEADERFUNCTION, writer);
  return code != CURLE_OK ? code : curl_easy_setopt(handle, CURLOPT_HEADERDATA, context);
}
// The seeker is called when a kept connection died and the body must be sent again.
typedef int (*barograph_curl_seeker)(void *context, curl_off_t offset, int origin);
static inline CURLcode barograph_curl_set_reader(
    CURL *handle, barograph_curl_writer reader, barograph_curl_seeker seeker, void *context) {
  curl_easy_setopt(handle, CURLOPT_READFUNCTION, reader);
  curl_easy_setopt(handle, CURLOPT_READDATA, context);
  curl_easy_setopt(handle, CURLOPT_SEEKFUNCTION, seeker);
  return curl_easy_setopt(handle, CURLOPT_SEEKDATA, context);
}
// Microseconds until the connection, with TLS, stood; 0 where it never did.
static inline curl_off_t barograph_curl_connected_after(CURL *handle) {
  curl_off_t duration = 0;
  curl_easy_getinfo(handle, CURLINFO_PRETRANSFER_TIME_T, &duration);
  return duration;
}
// Microseconds of the whole transfer.
static inline curl_off_t barograph_curl_took(CURL *handle) {
  curl_off_t duration = 0;
  curl_easy_getinfo(handle, CURLINFO_TOTAL_TIME_T, &duration);
  return duration;
}
// The address that the answer sends on to, until the handle's next use; NULL where it does not.
static inline const char *barograph_curl_redirect(CURL *handle) {
  const char *url = NULL;
  curl_easy_getinfo(handle, CURLINFO_REDIRECT_URL, &url);
  return url;
}
// Connections that this transfer opened: 0 where it used a kept one.
static inline long barograph_curl_new_connections(CURL *handle) {
  long count = 0;
  curl_easy_getinfo(handle, CURLINFO_NUM_CONNECTS, &count);
  return count;
}
// The last answer's header of this name and number, from 0, until the handle's next use; NULL where
// there is none.
static inline const char *barograph_curl_header(CURL *handle, const char *name, size_t number) {
  struct curl_header *header = NULL;
  return curl_easy_header(handle, name, number, CURLH_HEADER, -1, &header) == CURLHE_OK
             ? header->value
             : NULL;
}
static inline CURLMcode barograph_curl_multi_set_number(
    CURLM *multi, CURLMoption option, long number) {
  return curl_multi_setopt(multi, option, number);
}
// The next transfer that ended, or NULL.
static inline CURL *barograph_curl_multi_ended(CURLM *multi, CURLcode *code) {
  int left = 0;
  CURLMsg *message;
  while ((message = curl_multi_info_read(multi, &left))) {
    if (message->msg == CURLMSG_DONE) {
      *code = message->data.result;
      return message->easy_handle;
    }
  }
  return NULL;
}
