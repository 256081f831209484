/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Connecting to a running simulation from a controller that somebody started by hand: WEBOTS_CONTROLLER_URL is
 * ipc://<port>[/<robot>], tcp://<host>:<port>[/<robot>], the name of a robot, or unset (the newest simulation
 * of this user, which then has one robot that waits). */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "controllers/lib/connect.h"
#include "controllers/lib/interrupt.h"
#include "controllers/wire/block.h"
#include "controllers/wire/extern.h"
#include "controllers/wire/turn.h"
#include "controllers/wire/version.h"

/* What is asked for, and why it could not be had. */
typedef struct {
  bool tcp;
  char host[128];
  int port; /* 0: the newest simulation */
  char robot[256];
  char problem[512];
  int status; /* LO_EXTERN_..., that it was last refused with */
  bool never; /* whatever is waited for, it cannot be had */
} Call;

static int fail(Call* call, const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  vsnprintf(call->problem, sizeof call->problem, format, arguments);
  va_end(arguments);
  return -1;
}

/* %XX becomes its byte. */
static void decode(const char* from, char* to, size_t room) {
  size_t used = 0;
  while (*from && used + 1 < room) {
    unsigned byte;
    if (*from == '%' && sscanf(from + 1, "%2x", &byte) == 1) {
      to[used++] = (char)byte;
      from += 3;
    } else {
      to[used++] = *from++;
    }
  }
  to[used] = 0;
}

static bool parse(const char* url, Call* call) {
  memset(call, 0, sizeof *call);
  if (!url || !*url) return true;
  const char* rest = strstr(url, "://");
  if (!rest) {
    decode(url, call->robot, sizeof call->robot);
    return true;
  }
  call->tcp = !strncmp(url, "tcp://", 6);
  if (!call->tcp && strncmp(url, "ipc://", 6)) return false;
  rest += 3;
  if (call->tcp) {
    const bool brackets = *rest == '['; /* of an address with colons */
    const char* end = strchr(rest += brackets, brackets ? ']' : ':');
    if (!end || end == rest || end[brackets] != ':' || (size_t)(end - rest) >= sizeof call->host) return false;
    memcpy(call->host, rest, (size_t)(end - rest));
    rest = end + brackets + 1;
  }
  char* end;
  const long port = strtol(rest, &end, 10);
  if (end == rest || port <= 0 || port > 65535 || (*end && *end != '/')) return false;
  call->port = (int)port;
  if (*end == '/') decode(end + 1, call->robot, sizeof call->robot);
  return true;
}

static void user_folder(char* path, size_t room) {
  const char *temporary = getenv("TMPDIR"), *user = getenv("USER");
  if (!user || !*user) user = getenv("USERNAME");
  snprintf(path, room, "%s/webots/%s", temporary && *temporary ? temporary : "/tmp", user && *user ? user : "default");
}

static bool is_entry(const struct dirent* entry) { return entry->d_name[0] != '.'; }

/* The port of the newest simulation; 0 if there is none. */
static int newest_port(const char* folder) {
  DIR* directory = opendir(folder);
  if (!directory) return 0;
  int port = 0;
  struct timespec newest = {0, 0};
  for (struct dirent* entry; (entry = readdir(directory));) {
    struct stat status;
    if (!is_entry(entry) || atoi(entry->d_name) <= 0 || fstatat(dirfd(directory), entry->d_name, &status, 0)) continue;
    const struct timespec t = status.st_mtim;
    if (t.tv_sec < newest.tv_sec || (t.tv_sec == newest.tv_sec && t.tv_nsec < newest.tv_nsec)) continue;
    newest = t;
    port = atoi(entry->d_name);
  }
  closedir(directory);
  return port;
}

/* The only robot folder in `folder`; how many there are. */
static int only_robot(const char* folder, char* name, size_t room) {
  DIR* directory = opendir(folder);
  if (!directory) return 0;
  int count = 0;
  for (struct dirent* entry; (entry = readdir(directory));)
    if (is_entry(entry)) {
      snprintf(name, room, "%s", entry->d_name);
      ++count;
    }
  closedir(directory);
  return count;
}

static int connect_to(const char* path, Call* call) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  if (strlen(path) >= sizeof address.sun_path) return fail(call, "the path %s is too long for a socket", path);
  strcpy(address.sun_path, path);
  const int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd >= 0 && connect(fd, (struct sockaddr*)&address, sizeof address) == 0) return fd;
  const int error = errno;
  if (fd >= 0) close(fd);
  return fail(call, "no robot waits at %s (%s)", path, strerror(error));
}

static bool say_hello(int fd, const Call* call) {
  lo_extern_hello hello = {.magic = LO_EXTERN_MAGIC, .version = LO_BLOCK_VERSION};
  memcpy(hello.robot, call->robot, sizeof hello.robot);
  const char* token = getenv("LIGHTSOUT_TOKEN");
  if (token) snprintf(hello.token, sizeof hello.token, "%s", token);
  return send(fd, &hello, sizeof hello, MSG_NOSIGNAL) == sizeof hello;
}

static int refused(int status, Call* call) {
  call->status = status;
  switch (status) {
    case LO_EXTERN_TAKEN:
      return fail(call, "the robot has a controller already");
    case LO_EXTERN_UNKNOWN:
      if (!*call->robot) return fail(call, "no robot waits for an extern controller");
      return fail(call, "no robot \"%s\" waits for an extern controller", call->robot);
    case LO_EXTERN_AMBIGUOUS:
      return fail(call, "several robots wait; name one at the end of the URL");
    case LO_EXTERN_WRONG_VERSION:
      return fail(call, "the simulation is of another version than this library");
    case LO_EXTERN_WRONG_TOKEN:
      return fail(call, "the simulation wants another secret than LIGHTSOUT_TOKEN holds");
    default:
      return fail(call, "the simulation closed the connection");
  }
}

/* How long a machine, or who listens there, may take for an answer. */
enum { patience_ms = 5000 };

/* Until it can be read or written (POLLIN, POLLOUT), or has failed; at_most_ms < 0: any time. false: it took longer, or
 * the wait was given up. */
static bool wait_for(int fd, short events, int at_most_ms) {
  struct pollfd polled = {.fd = fd, .events = events};
  struct timespec now, begun;
  clock_gettime(CLOCK_MONOTONIC, &begun);
  for (;;) {
    clock_gettime(CLOCK_MONOTONIC, &now);
    const long past = (now.tv_sec - begun.tv_sec) * 1000 + (now.tv_nsec - begun.tv_nsec) / 1000000;
    if (at_most_ms >= 0 && past >= at_most_ms) return false;
    const int ready = poll(&polled, 1, LO_ASK_MS);
    if (ready > 0) return true;
    if ((ready < 0 && errno != EINTR) || lo_gives_up()) return false;
  }
}

/* false, and errno: no connection. */
static bool connect_in_time(int fd, const struct addrinfo* to) {
  const int flags = fcntl(fd, F_GETFL);
  fcntl(fd, F_SETFL, flags | O_NONBLOCK);
  int error = connect(fd, to->ai_addr, to->ai_addrlen) ? errno : 0;
  if (error == EINPROGRESS) {
    socklen_t size = sizeof error;
    if (!wait_for(fd, POLLOUT, patience_ms))
      error = ETIMEDOUT;
    else if (getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &size))
      error = errno;
  }
  fcntl(fd, F_SETFL, flags);
  errno = error;
  return error == 0;
}

/* A connection to host and port, -1 if there is none. */
static int connect_to_host(Call* call) {
  char port[16];
  snprintf(port, sizeof port, "%d", call->port);
  const struct addrinfo hints = {.ai_socktype = SOCK_STREAM};
  struct addrinfo* found = NULL;
  const int error = getaddrinfo(call->host, port, &hints, &found);
  if (error) return fail(call, "there is no machine '%s' (%s)", call->host, gai_strerror(error));
  int fd = -1, cause = 0;
  for (const struct addrinfo* each = found; each && fd < 0 && !lo_gave_up(); each = each->ai_next) {
    fd = socket(each->ai_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0 && connect_in_time(fd, each)) break;
    cause = errno;
    if (fd >= 0) close(fd);
    fd = -1;
  }
  freeaddrinfo(found);
  if (fd < 0) fail(call, "no simulation listens on port %d of %s (%s)", call->port, call->host, strerror(cause));
  return fd;
}

/* By a port to the path of the robot's socket, or to a connection over which the block comes, in *connection; -1:
 * neither. */
static int ask_port(Call* call, char* path, size_t room, int* connection) {
  const int fd = connect_to_host(call);
  if (fd < 0) return -1;
  int result = -1;
  unsigned char status = 0;
  /* Who listens there may be somebody else, and say nothing. */
  const bool answers = say_hello(fd, call) && wait_for(fd, POLLIN, patience_ms) && recv(fd, &status, 1, 0) == 1;
  if (!answers || (status != LO_EXTERN_ELSEWHERE && status != LO_EXTERN_REMOTE)) {
    refused(status, call);
  } else if (status == LO_EXTERN_REMOTE) {
    *connection = fd;
    return 0;
  } else {
    size_t used = 0;
    bool whole = false;
    while (!whole && used < room && wait_for(fd, POLLIN, patience_ms) && recv(fd, path + used, 1, 0) == 1)
      whole = !path[used++];
    result = whole ? 0 : refused(0, call);
  }
  close(fd);
  return result;
}

/* Receives the status and the descriptors of what is shared; -1: neither. */
static int receive_welcome(int fd, lo_shared* shared, Call* call) {
  unsigned char status = 0;
  struct iovec part = {&status, 1};
  union {
    struct cmsghdr header;
    char room[CMSG_SPACE(sizeof *shared)];
  } control;
  struct msghdr message = {
      .msg_iov = &part, .msg_iovlen = 1, .msg_control = control.room, .msg_controllen = sizeof control.room};
  if (recvmsg(fd, &message, MSG_CMSG_CLOEXEC) != 1 || status != LO_EXTERN_WELCOME) return refused(status, call);
  const struct cmsghdr* header = CMSG_FIRSTHDR(&message);
  if (!header || header->cmsg_type != SCM_RIGHTS || header->cmsg_len != CMSG_LEN(sizeof *shared))
    return refused(0, call);
  memcpy(shared, CMSG_DATA(header), sizeof *shared);
  return 0;
}

/* At the robot's socket; -1 if it is to be tried again. */
static int meet(const char* path, Call* call, lo_shared* shared, int* connection) {
  const int fd = connect_to(path, call);
  if (fd < 0) return -1;
  if (!say_hello(fd, call) || !wait_for(fd, POLLIN, -1) || receive_welcome(fd, shared, call)) {
    close(fd);
    return -1;
  }
  *connection = fd;
  return 0;
}

/* What is shared, and in *connection the socket, or that alone; -1 if it is to be tried again. */
static int try_once(Call* call, lo_shared* shared, int* connection, bool* remote) {
  char path[512];
  call->status = 0;
  if (call->tcp) {
    *connection = -1;
    if (ask_port(call, path, sizeof path, connection)) return -1;
    *remote = *connection >= 0;
    if (*remote) return 0;
  } else {
    char user[400], name[256];
    user_folder(user, sizeof user);
    /* No simulation can wait there: the shortest name of a robot's socket is too long. */
    if (strlen(user) + strlen("/1234/ipc/x/extern") >= sizeof((struct sockaddr_un*)NULL)->sun_path) {
      call->never = true;
      return fail(call, "the folder %s is too long for sockets; set TMPDIR to a shorter one, here and for the run",
                  user);
    }
    const int port = call->port ? call->port : newest_port(user);
    if (!port) return fail(call, "no simulation of this user is running (none in %s)", user);
    if (!*call->robot) {
      /* The port knows who waits; where it cannot be reached, folders tell which robots there are. */
      Call asked = *call;
      asked.port = port;
      strcpy(asked.host, "127.0.0.1");
      *connection = -1;
      if (!ask_port(&asked, path, sizeof path, connection)) {
        *remote = *connection >= 0;
        return *remote ? 0 : meet(path, call, shared, connection);
      }
      if (asked.status) return refused(asked.status, call);
      snprintf(path, sizeof path, "%s/%d/ipc", user, port);
      const int count = only_robot(path, name, sizeof name);
      if (count == 0) return fail(call, "the simulation at port %d has no robot that waits for a controller", port);
      if (count > 1) return refused(LO_EXTERN_AMBIGUOUS, call);
    } else {
      lo_extern_name(call->robot, name);
    }
    if (snprintf(path, sizeof path, "%s/%d/ipc/%s/extern", user, port, name) >= (int)sizeof path)
      return fail(call, "the path of the robot's socket is too long");
  }
  return meet(path, call, shared, connection);
}

/* Who watches sets it before it looks at the turn, who waits gives the turn away before it looks at this: one of them
 * sees the other. */
static int simulation_is_gone;

/* A simulation that is over has left its answer, whoever had the turn. */
static void answer_for_engine(lo_block* block) {
  if (block->answer != LO_ANSWER_TERMINATE) lo_note_vanished();
  block->answer = LO_ANSWER_TERMINATE;
}

void lo_end_turn_if_gone(lo_block* block) {
  if (!__atomic_load_n(&simulation_is_gone, __ATOMIC_SEQ_CST)) return;
  answer_for_engine(block);
  __atomic_store_n(&block->turn, (uint32_t)LO_TURN_CONTROLLER, __ATOMIC_SEQ_CST);
}

/* A thread that sleeps until the simulation goes away without a word, and then ends the controller's wait for its turn.
 */
typedef struct {
  int connection;
  lo_block* block;
  lo_seat seat;
} Watch;

static void* watch(void* argument) {
  Watch* self = argument;
  char byte;
  ssize_t count;
  while ((count = recv(self->connection, &byte, 1, 0)) > 0 || (count < 0 && errno == EINTR)) {
  }
  lo_block* block = self->block;
  __atomic_store_n(&simulation_is_gone, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n(&block->turn, __ATOMIC_SEQ_CST) == LO_TURN_ENGINE) {
    answer_for_engine(block);
    if (lo_give_controller(block)) lo_ring(self->seat.word, self->seat.bit);
  }
  return NULL;
}

void lo_watch_connection(int connection, lo_block* block, lo_seat seat) {
  Watch* self = malloc(sizeof *self);
  pthread_attr_t attributes;
  pthread_t thread;
  if (!self) return;
  *self = (Watch){connection, block, seat};
  pthread_attr_init(&attributes);
  pthread_attr_setstacksize(&attributes, 64 * 1024);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  if (pthread_create(&thread, &attributes, watch, self)) free(self);
  pthread_attr_destroy(&attributes);
}

/* No use in trying that for long: nothing will change. */
static int most_attempts(const Call* call) {
  const int usual = 50, hopeless = 4;
  return call->status == LO_EXTERN_TAKEN || call->status == LO_EXTERN_WRONG_VERSION ||
                 call->status == LO_EXTERN_WRONG_TOKEN
             ? hopeless
             : usual;
}

bool lo_connect_extern(lo_shared* shared, int* connection, bool* remote) {
  const char* url = getenv("WEBOTS_CONTROLLER_URL");
  Call call;
  if (!parse(url, &call)) {
    fprintf(stderr,
            "Error: libController: WEBOTS_CONTROLLER_URL=\"%s\" is neither ipc://<port>/<robot> nor "
            "tcp://<host>:<port>/<robot> nor a robot's name.\n",
            url);
    return false;
  }
  /* As releases up to R2022a named it. */
  const char* name = getenv("WEBOTS_ROBOT_NAME");
  if (!(url && *url) && name) snprintf(call.robot, sizeof call.robot, "%s", name);
  /* The simulation may be started after its controller: it is looked for once a second. */
  for (int attempt = 0; attempt < most_attempts(&call); ++attempt) {
    if (!try_once(&call, shared, connection, remote)) return true;
    if (lo_gave_up()) return false;
    if (call.never) break;
    if (attempt % 10 == 0)
      fprintf(stderr, "libController: cannot connect yet: %s; trying for %d more seconds.\n", call.problem,
              most_attempts(&call) - attempt);
    for (int part = 0; part < 1000 / LO_ASK_MS; ++part) {
      const struct timespec duration = {0, LO_ASK_MS * 1000000l};
      nanosleep(&duration, NULL);
      if (lo_gives_up()) return false;
    }
  }
  fprintf(stderr, "Error: libController: cannot connect to a simulation: %s.\n", call.problem);
  return false;
}
