/* The two wheels of a DifferentialWheels robot, as worlds had it until R2021. Speeds in units of speedUnit rad/s. */
#ifndef WB_DIFFERENTIAL_WHEELS_H
#define WB_DIFFERENTIAL_WHEELS_H

#ifdef __cplusplus
extern "C" {
#endif

void wb_differential_wheels_set_speed(double left, double right);
double wb_differential_wheels_get_left_speed();
double wb_differential_wheels_get_right_speed();
double wb_differential_wheels_get_max_speed();
double wb_differential_wheels_get_speed_unit();

/* Encoders, in increments of encoderResolution per rad. NaN before the first sample. */
void wb_differential_wheels_enable_encoders(int sampling_period);
void wb_differential_wheels_disable_encoders();
int wb_differential_wheels_get_encoders_sampling_period();
double wb_differential_wheels_get_left_encoder();
double wb_differential_wheels_get_right_encoder();
void wb_differential_wheels_set_encoders(double left, double right);

/* Plural spellings of the first releases. */
double wb_differential_wheels_get_left_encoders();
double wb_differential_wheels_get_right_encoders();

#ifdef __cplusplus
}
#endif

#endif
