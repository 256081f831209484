/* Connecting to a running simulation from a controller that somebody started by hand: WEBOTS_CONTROLLER_URL is
 * ipc://<port>[/<robot>], tcp://<this machine>:<port>[/<robot>], the name of a robot, or unset (the newest simulation
 * of this user, which then has one robot that waits). */
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <netinet/in.h>
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
    const char* colon = strchr(rest, ':');
    if (!colon || colon == rest || (size_t)(colon - rest) >= sizeof call->host) return false;
    memcpy(call->host, rest, (size_t)(colon - rest));
    rest = colon + 1;
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
  return send(fd, &hello, sizeof hello, MSG_NOSIGNAL) == sizeof hello;
}

static int refused(int status, Call* call) {
  switch (status) {
    case LO_EXTERN_TAKEN:
      return fail(call, "the robot has a controller already");
    case LO_EXTERN_UNKNOWN:
      return fail(call, "no robot \"%s\" waits for an extern controller", call->robot);
    case LO_EXTERN_AMBIGUOUS:
      return fail(call, "several robots wait; name one at the end of the URL");
    case LO_EXTERN_WRONG_VERSION:
      return fail(call, "the simulation is of another version than this library");
    default:
      return fail(call, "the simulation closed the connection");
  }
}

/* By the port of the loopback interface to the path of the robot's socket. */
static int ask_port(Call* call, char* path, size_t room) {
  if (strcmp(call->host, "localhost") && strncmp(call->host, "127.", 4))
    return fail(call, "%s is not this machine: controller and simulation share memory. Use tcp://localhost:%d",
                call->host, call->port);
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)call->port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  const int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  int result = -1;
  if (fd < 0 || connect(fd, (struct sockaddr*)&address, sizeof address)) {
    fail(call, "no simulation listens on port %d (%s)", call->port, strerror(errno));
  } else {
    unsigned char status = 0;
    if (!say_hello(fd, call) || recv(fd, &status, 1, MSG_WAITALL) != 1 || status != LO_EXTERN_ELSEWHERE) {
      refused(status, call);
    } else {
      size_t used = 0;
      while (used < room && recv(fd, path + used, 1, 0) == 1 && path[used]) ++used;
      result = used < room && !path[used] ? 0 : refused(0, call);
    }
  }
  if (fd >= 0) close(fd);
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

/* What is shared, and in *connection the socket; -1 if it is to be tried again. */
static int try_once(Call* call, lo_shared* shared, int* connection) {
  char path[512];
  if (call->tcp) {
    if (ask_port(call, path, sizeof path)) return -1;
  } else {
    char user[256], name[256];
    user_folder(user, sizeof user);
    const int port = call->port ? call->port : newest_port(user);
    if (!port) return fail(call, "no simulation of this user is running (none in %s)", user);
    if (*call->robot) {
      lo_extern_name(call->robot, name);
    } else {
      snprintf(path, sizeof path, "%s/%d/ipc", user, port);
      const int count = only_robot(path, name, sizeof name);
      if (count == 0) return fail(call, "the simulation at port %d has no robot that waits for a controller", port);
      if (count > 1) return refused(LO_EXTERN_AMBIGUOUS, call);
    }
    if (snprintf(path, sizeof path, "%s/%d/ipc/%s/extern", user, port, name) >= (int)sizeof path)
      return fail(call, "the path of the robot's socket is too long");
  }
  const int fd = connect_to(path, call);
  if (fd < 0) return -1;
  if (!say_hello(fd, call) || receive_welcome(fd, shared, call)) {
    close(fd);
    return -1;
  }
  *connection = fd;
  return 0;
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
  if (__atomic_load_n(&block->turn, __ATOMIC_SEQ_CST) == LO_TURN_ENGINE) {
    block->answer = LO_ANSWER_TERMINATE;
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

bool lo_connect_extern(lo_shared* shared, int* connection) {
  const char* url = getenv("WEBOTS_CONTROLLER_URL");
  Call call;
  if (!parse(url, &call)) {
    fprintf(stderr,
            "Error: libController: WEBOTS_CONTROLLER_URL=\"%s\" is neither ipc://<port>/<robot> nor "
            "tcp://localhost:<port>/<robot> nor a robot's name.\n",
            url);
    return false;
  }
  /* The simulation may be started after its controller: it is looked for once a second. */
  const int most = 50;
  for (int attempt = 0; attempt < most; ++attempt) {
    if (!try_once(&call, shared, connection)) return true;
    if (attempt % 10 == 0)
      fprintf(stderr, "libController: cannot connect yet: %s; trying for %d more seconds.\n", call.problem,
              most - attempt);
    const struct timespec second = {1, 0};
    nanosleep(&second, NULL);
  }
  fprintf(stderr, "Error: libController: cannot connect to a simulation: %s.\n", call.problem);
  return false;
}
