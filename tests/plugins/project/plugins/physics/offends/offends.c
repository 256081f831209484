/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Does in its second step, or at its end, what the environment says in OFFENCE. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <plugins/physics.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static dWorldID world;
static int steps;

static int is_asked_for(const char* offence) {
  const char* asked = getenv("OFFENCE");
  return asked && strcmp(asked, offence) == 0;
}

void webots_physics_init(dWorldID w, dSpaceID space, dJointGroupID group) { world = w; }

static void* exits(void* unused) { exit(0); }

static void* ignores(void* unused) {
  sigset_t all;
  sigfillset(&all);
  sigprocmask(SIG_SETMASK, &all, NULL);
  signal(SIGTERM, SIG_IGN);
  kill(getpid(), SIGTERM);
  return NULL;
}

static void* stops(void* unused) {
  raise(SIGSTOP);
  return NULL;
}

static void run_thread(void* (*start)(void*)) {
  pthread_t thread;
  pthread_create(&thread, NULL, start, NULL);
  pthread_join(thread, NULL);
}

static void destroy_what_it_made(void) {
  dBodyID body = dBodyCreate(world);
  dJointID joint = dJointCreateBall(world, 0);
  dJointAttach(joint, body, 0);
  dGeomID geom = dCreateSphere(0, 1);
  dSpaceID space = dSimpleSpaceCreate(0);
  dGeomSetData(geom, &world);
  dGeomDestroy(geom);
  dSpaceDestroy(space);
  dJointDestroy(joint);
  dBodyDestroy(body);
}

static void close_files(void) {
  for (int file = 3; file < 1024; ++file) close(file);
}

// Which nobody in the process can notice.
static void take_files(void) {
  for (int file = 3; file < 1024; ++file) syscall(SYS_close, file);
}

static void replace_files(void) {
  const int nowhere = open("/dev/null", O_RDWR);
  for (int file = 0; file < 1024; ++file)
    if (file != nowhere) dup2(nowhere, file);
}

void webots_physics_step() {
  if (++steps == 3 && is_asked_for("chdir")) {
    char here[4096];
    dWebotsConsolePrintf("it is in %s", getcwd(here, sizeof here));
  }
  if (steps != 2) return;
  if (is_asked_for("chdir") && chdir("/proc") != 0) exit(1);
  if (is_asked_for("leave")) {
    const pid_t child = fork();
    if (child == 0) return;
    waitpid(child, NULL, 0);
  }
  if (is_asked_for("stray")) system("OFFENCE=strayed sleep 100 > /dev/null 2>&1 &");
  if (is_asked_for("close files")) close_files();
  if (is_asked_for("take files")) take_files();
  if (is_asked_for("keep files"))
    while (open("/dev/null", O_RDONLY) >= 0) {
    }
  if (is_asked_for("close streams")) {
    fclose(stdout);
    fclose(stderr);
    close(2);
    open("/dev/null", O_WRONLY);
  }
  if (is_asked_for("close own file")) {
    const int own = open("/dev/null", O_RDONLY);
    if (dup2(own, own) != own || close(own) != 0 || close(own) == 0) exit(1);
  }
  if (is_asked_for("close file ranges")) close_range(3, ~0U, 0);
  if (is_asked_for("close files from")) closefrom(3);
  if (is_asked_for("replace files")) replace_files();
  if (is_asked_for("raise SIGSTOP")) raise(SIGSTOP);
  if (is_asked_for("raise SIGSTOP in a thread")) run_thread(stops);
  if (is_asked_for("pthread_kill SIGTSTP")) pthread_kill(pthread_self(), SIGTSTP);
  if (is_asked_for("kill SIGSTOP of the group")) kill(0, SIGSTOP);
  if (is_asked_for("kill SIGSTOP")) kill(getpid(), SIGSTOP);
  if (is_asked_for("system call SIGSTOP")) syscall(SYS_kill, getpid(), SIGSTOP);
  if (is_asked_for("no files")) setrlimit(RLIMIT_NOFILE, &(struct rlimit){3, 3});
  if (is_asked_for("no bytes")) setrlimit(RLIMIT_FSIZE, &(struct rlimit){0, 0});
  if (is_asked_for("exit")) exit(0);
  if (is_asked_for("_exit")) _exit(0);
  if (is_asked_for("quick_exit")) quick_exit(0);
  int code;
  if (getenv("OFFENCE") && sscanf(getenv("OFFENCE"), "exit_group %d", &code) == 1) syscall(SYS_exit_group, code);
  if (is_asked_for("exit in a thread")) run_thread(exits);
  if (is_asked_for("pthread_exit")) pthread_exit(NULL);
  if (is_asked_for("pthread_cancel")) pthread_cancel(pthread_self());
  if (is_asked_for("exec")) {
    execl("/bin/true", "true", NULL);
    dWebotsConsolePrintf("still here");
  }
  if (is_asked_for("ignore")) ignores(NULL);
  if (is_asked_for("ignore in a thread")) run_thread(ignores);
  if (is_asked_for("body")) dBodyDestroy(dWebotsGetBodyFromDEF("CRATE"));
  if (is_asked_for("geom")) dGeomDestroy(dWebotsGetGeomFromDEF("FLOOR"));
  if (is_asked_for("space")) dSpaceDestroy((dSpaceID)dWebotsGetGeomFromDEF("CRATE"));
  if (is_asked_for("joint")) dJointDestroy(dBodyGetJoint(dWebotsGetBodyFromDEF("DOOR"), 0));
  if (is_asked_for("data")) dGeomSetData(dWebotsGetGeomFromDEF("FLOOR"), &world);
  if (is_asked_for("world")) dWorldDestroy(world);
  if (is_asked_for("close")) dCloseODE();
  if (is_asked_for("read")) {
    dBodyID body = dBodyCreate(world);
    dBodyDestroy(body);
    dWebotsConsolePrintf("it is at %f, twice that is %f", dBodyGetPosition(body)[0], 2 * dBodyGetLinearVel(body)[2]);
    dBodyAddForce(dWebotsGetBodyFromDEF("CRATE"), dBodyGetPosition(body)[0], 0, 0);
  }
  if (is_asked_for("nothing")) destroy_what_it_made();
  if (is_asked_for("print")) printf("a line of the plugin's\n");
  if (is_asked_for("fork")) {
    const pid_t child = fork();
    int status = -1;
    if (child == 0) exit(3);
    waitpid(child, &status, 0);
    dWebotsConsolePrintf("the child's code was %d", WEXITSTATUS(status));
  }
  if (is_asked_for("hang")) {
    fclose(fopen(getenv("HANGS"), "w"));
    for (;;) sleep(1);
  }
}

void webots_physics_cleanup() {
  if (is_asked_for("exit at the end")) exit(0);
  if (is_asked_for("take files at the end")) take_files();
}

__attribute__((destructor)) static void unload(void) {
  if (is_asked_for("exit when unloaded")) exit(0);
}
