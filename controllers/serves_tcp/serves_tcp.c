/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* A robot with two wheels that is driven over TCP: this controller is a server of one client, on this machine alone
 * (client.py is one). The client sends lines of text, each a letter and numbers parted by commas, and gets one line for
 * each, which begins with the small letter:
 *
 *   D,left,right  speeds of the wheels, rad/s                    d
 *   H             angles of the wheels since the last G, rad     h,left,right
 *   G             the angles count from here                     g
 *   N             what the sensor in front sees, m               n,distance
 *   T,ms          lets time pass, whole steps of the world       t,time in s
 *   Q             ends                                           q
 *
 * What is not understood is answered with "?,why". No time passes but by T: the robot does the same however fast the
 * client is. The argument is the port, 10020 by default. */
#include <arpa/inet.h>
#include <math.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>
#include <webots/distance_sensor.h>
#include <webots/motor.h>
#include <webots/position_sensor.h>
#include <webots/robot.h>

#define DEFAULT_PORT 10020

static WbDeviceTag motors[2], encoders[2], front;
static double zero[2]; /* rad: angles at the last G */

static FILE* wait_for_client(int port) {
  const int listener = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  setsockopt(listener, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(listener, (struct sockaddr*)&address, sizeof address) || listen(listener, 1)) {
    perror("serves_tcp: cannot listen");
    return NULL;
  }
  printf("waiting for a client on 127.0.0.1:%d\n", port);
  const int client = accept(listener, NULL, NULL);
  close(listener);
  if (client < 0) return NULL;
  setsockopt(client, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  return fdopen(client, "r+");
}

static void answer(FILE* client, const char* format, ...) {
  va_list values;
  va_start(values, format);
  fseek(client, 0, SEEK_CUR); /* between reading and writing */
  vfprintf(client, format, values);
  fputc('\n', client);
  fflush(client);
  va_end(values);
}

/* false: the simulation is over. */
static bool let_time_pass(FILE* client, const char* line) {
  const int step = (int)wb_robot_get_basic_time_step();
  int duration = 0;
  if (sscanf(line, "T,%d", &duration) != 1 || duration <= 0 || duration % step) {
    answer(client, "?,T wants a multiple of %d ms", step);
    return true;
  }
  if (wb_robot_step(duration) == -1) return false;
  answer(client, "t,%.3f", wb_robot_get_time());
  return true;
}

/* false: that was the last one. */
static bool serve(FILE* client, const char* line) {
  double left, right;
  switch (line[0]) {
    case 'D':
      if (sscanf(line, "D,%lf,%lf", &left, &right) != 2) break;
      wb_motor_set_velocity(motors[0], left);
      wb_motor_set_velocity(motors[1], right);
      answer(client, "d");
      return true;
    case 'H':
      answer(client, "h,%.6f,%.6f", wb_position_sensor_get_value(encoders[0]) - zero[0],
             wb_position_sensor_get_value(encoders[1]) - zero[1]);
      return true;
    case 'G':
      for (int side = 0; side < 2; ++side) zero[side] = wb_position_sensor_get_value(encoders[side]);
      answer(client, "g");
      return true;
    case 'N':
      answer(client, "n,%.6f", wb_distance_sensor_get_value(front));
      return true;
    case 'T':
      return let_time_pass(client, line);
    case 'Q':
      answer(client, "q");
      return false;
  }
  answer(client, "?,not understood");
  return true;
}

int main(int argc, char** argv) {
  wb_robot_init();
  const int step = (int)wb_robot_get_basic_time_step();
  const char* const sides[2] = {"left", "right"};
  for (int side = 0; side < 2; ++side) {
    char name[32];
    snprintf(name, sizeof name, "%s motor", sides[side]);
    motors[side] = wb_robot_get_device(name);
    snprintf(name, sizeof name, "%s encoder", sides[side]);
    encoders[side] = wb_robot_get_device(name);
    wb_motor_set_position(motors[side], INFINITY);
    wb_motor_set_velocity(motors[side], 0);
    wb_position_sensor_enable(encoders[side], step);
  }
  front = wb_robot_get_device("front");
  wb_distance_sensor_enable(front, step);
  wb_robot_step(step); /* so that there is something to read */

  FILE* client = wait_for_client(argc > 1 ? atoi(argv[1]) : DEFAULT_PORT);
  if (!client) return EXIT_FAILURE;
  char line[256];
  while (fgets(line, sizeof line, client) && serve(client, line)) {
  }
  fclose(client);
  wb_robot_cleanup();
  return EXIT_SUCCESS;
}
