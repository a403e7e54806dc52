#pragma once
#include <microhttpd.h>
#include <stdint.h>
#include <sys/socket.h>

// MHD_start_daemon and MHD_get_connection_info are variadic, several constants are casts, and
// struct ucred hides behind _GNU_SOURCE: none of these reaches Swift by itself.

// What a server is started with.
struct barograph_http_settings {
  // Listening, non-blocking where it is a TCP socket.
  int listener;
  unsigned int connections;
  // At once from one address; 0 is without bound.
  unsigned int connections_per_address;
  // Bytes for the head of a request and the buffers of its connection.
  size_t memory;
  size_t stack;
  // PEM texts, or NULL for a server without TLS.
  const char *key;
  const char *certificate;
};

// Starts a server: one thread for accepting and one a connection. The library's own time-out stays
// off: it counts the time in which a handler thinks as idleness. The error log stays off: it would
// write addresses of resources.
static inline struct MHD_Daemon *barograph_http_start(
    const struct barograph_http_settings *settings, MHD_AccessHandlerCallback access,
    MHD_RequestCompletedCallback completed, MHD_NotifyConnectionCallback connection, void *owner) {
  struct MHD_OptionItem tls[] = {
      {MHD_OPTION_HTTPS_MEM_KEY, 0, (void *)settings->key},
      {MHD_OPTION_HTTPS_MEM_CERT, 0, (void *)settings->certificate},
      {MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2"},
      {MHD_OPTION_END, 0, NULL},
  };
  struct MHD_OptionItem none = {MHD_OPTION_END, 0, NULL};
  struct MHD_OptionItem options[] = {
      {MHD_OPTION_LISTEN_SOCKET, (intptr_t)settings->listener, NULL},
      {MHD_OPTION_CONNECTION_LIMIT, (intptr_t)settings->connections, NULL},
      {MHD_OPTION_PER_IP_CONNECTION_LIMIT, (intptr_t)settings->connections_per_address, NULL},
      {MHD_OPTION_CONNECTION_TIMEOUT, 0, NULL},
      {MHD_OPTION_CONNECTION_MEMORY_LIMIT, (intptr_t)settings->memory, NULL},
      {MHD_OPTION_THREAD_STACK_SIZE, (intptr_t)settings->stack, NULL},
      {MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)completed, owner},
      {MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)connection, owner},
      {MHD_OPTION_ARRAY, 0, settings->key ? tls : &none},
      {MHD_OPTION_END, 0, NULL},
  };
  unsigned int flags = MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_THREAD_PER_CONNECTION |
                       MHD_USE_POLL | MHD_USE_ITC | (settings->key ? MHD_USE_TLS : 0);
  return MHD_start_daemon(
      flags, 0, NULL, NULL, access, owner, MHD_OPTION_ARRAY, options, MHD_OPTION_END);
}

// The descriptor of a connection, or -1.
static inline int barograph_http_descriptor(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? info->connect_fd : -1;
}

// The address at the other end, as of the accept; NULL when it is not known.
static inline const struct sockaddr *barograph_http_address(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
      MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return info ? info->client_addr : NULL;
}

// A response whose bytes are pulled, of a known length or of -1.
static inline struct MHD_Response *barograph_http_pulled(
    int64_t length, size_t block, MHD_ContentReaderCallback reader, void *context,
    MHD_ContentReaderFreeCallback release) {
  return MHD_create_response_from_callback(
      length < 0 ? MHD_SIZE_UNKNOWN : (uint64_t)length, block, reader, context, release);
}

static const ssize_t barograph_http_end = MHD_CONTENT_READER_END_OF_STREAM;
static const ssize_t barograph_http_broken = MHD_CONTENT_READER_END_WITH_ERROR;

// SOCK_STREAM and its flags; their enumeration belongs to whichever module saw it first.
static const int barograph_socket_stream = SOCK_STREAM;
static const int barograph_socket_cloexec = SOCK_CLOEXEC;
static const int barograph_socket_nonblock = SOCK_NONBLOCK;

// What SO_PEERCRED fills in (socket(7)).
struct barograph_peer {
  int32_t pid;
  uint32_t uid;
  uint32_t gid;
};

// The credentials of the process that connected, as of its connect; 0 on success.
static inline int barograph_http_peer(int descriptor, struct barograph_peer *peer) {
  socklen_t size = sizeof *peer;
  return getsockopt(descriptor, SOL_SOCKET, SO_PEERCRED, peer, &size);
}

// The supplementary groups of that process (SO_PEERGROUPS, Linux 4.13); their count, or -1 also
// when there are more than `capacity`.
static inline int barograph_http_peer_groups(int descriptor, uint32_t *groups, int capacity) {
#ifndef SO_PEERGROUPS
#define SO_PEERGROUPS 59
#endif
  socklen_t size = (socklen_t)(capacity * (int)sizeof *groups);
  if (getsockopt(descriptor, SOL_SOCKET, SO_PEERGROUPS, groups, &size) != 0) return -1;
  return (int)(size / sizeof *groups);
}
