/* Motion files: tables of joint positions by time, played while the robot steps. Times in ms. */
#ifndef WBU_MOTION_H
#define WBU_MOTION_H

#include "../types.h"

#ifdef __cplusplus
extern "C" {
#endif

WbMotionRef wbu_motion_new(const char* filename); /* NULL if the file is missing or wrong */
void wbu_motion_delete(WbMotionRef motion);
void wbu_motion_play(WbMotionRef motion);
void wbu_motion_stop(WbMotionRef motion);
void wbu_motion_set_loop(WbMotionRef motion, bool loop);
void wbu_motion_set_reverse(WbMotionRef motion, bool reverse);
bool wbu_motion_is_over(WbMotionRef motion);
int wbu_motion_get_duration(WbMotionRef motion);
int wbu_motion_get_time(WbMotionRef motion);
void wbu_motion_set_time(WbMotionRef motion, int time);

#ifdef __cplusplus
}
#endif

#endif
