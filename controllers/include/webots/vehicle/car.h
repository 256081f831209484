/* What a car is: its kind, engine, size, wheels and lamps. Lengths in m, angles in rad. */
#ifndef WBU_CAR_H
#define WBU_CAR_H

#include "../types.h"

typedef enum { WBU_CAR_TRACTION = 0, WBU_CAR_PROPULSION = 1, WBU_CAR_FOUR_BY_FOUR = 2 } WbuCarType;

typedef enum {
  WBU_CAR_COMBUSTION_ENGINE = 0,
  WBU_CAR_ELECTRIC_ENGINE = 1,
  WBU_CAR_PARALLEL_HYBRID_ENGINE = 2,
  WBU_CAR_POWER_SPLIT_HYBRID_ENGINE = 3
} WbuCarEngineType;

typedef enum {
  WBU_CAR_WHEEL_FRONT_RIGHT = 0,
  WBU_CAR_WHEEL_FRONT_LEFT = 1,
  WBU_CAR_WHEEL_REAR_RIGHT = 2,
  WBU_CAR_WHEEL_REAR_LEFT = 3,
  WBU_CAR_WHEEL_NB
} WbuCarWheelIndex;

/* Older names of the types. */
typedef WbuCarType wbu_car_type;
typedef WbuCarEngineType wbu_car_engine_type;
typedef WbuCarWheelIndex wbu_car_wheel_index;

#ifdef __cplusplus
extern "C" {
#endif

/* Called by wbu_driver_init and wbu_driver_cleanup too. */
void wbu_car_init();
void wbu_car_cleanup();

WbuCarType wbu_car_get_type();
WbuCarEngineType wbu_car_get_engine_type();
double wbu_car_get_track_front();
double wbu_car_get_track_rear();
double wbu_car_get_wheelbase();
double wbu_car_get_front_wheel_radius();
double wbu_car_get_rear_wheel_radius();

double wbu_car_get_wheel_encoder(WbuCarWheelIndex wheel_index); /* rad */
double wbu_car_get_wheel_speed(WbuCarWheelIndex wheel_index);   /* rad/s */
/* The two front wheels, instead of the geometry that wbu_driver_set_steering_angle keeps. */
void wbu_car_set_left_steering_angle(double angle);
void wbu_car_set_right_steering_angle(double angle);
double wbu_car_get_right_steering_angle();
double wbu_car_get_left_steering_angle();
void wbu_car_enable_limited_slip_differential(bool enable);

void wbu_car_set_indicator_period(double period); /* s */
double wbu_car_get_indicator_period();
void wbu_car_enable_indicator_auto_disabling(bool enable);
bool wbu_car_get_backwards_lights();
bool wbu_car_get_brake_lights();

#ifdef __cplusplus
}
#endif

#endif
