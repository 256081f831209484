# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class RemoteControl:
    """A remote-control library drives a real robot in place of the simulated one: it fills a WbrInterface, and reports what
    the real sensors say through the wbr_ functions."""
    # The functions of a WbrInterface behind the mandatory ones, in the order in which compiled libraries know them: a
    # function of a device, which the library has under its name, or as C.
    commands = [
        'void* (*wbr_custom_function)(void* argument)',
        'void (*wbr_robot_battery_set_sampling_period)(int sampling_period)',
        'void (*wbr_set_sampling_period)(WbDeviceTag tag, int sampling_period)',
        'Camera.set_fov', 'Camera.set_exposure', 'Camera.set_focal_distance',
        'LED.set',
        'Pen.set_ink_color', 'Pen.write',
        'Speaker.emit_sample',
        'void (*wbr_motor_set_force_sampling_period)(WbDeviceTag tag, int sampling_period)',
        'void (*wbr_motor_set_torque_sampling_period)(WbDeviceTag tag, int sampling_period)',
        'Motor.set_position', 'Motor.set_acceleration', 'Motor.set_velocity', 'Motor.set_force', 'Motor.set_torque',
        'Motor.set_available_force', 'Motor.set_available_torque', 'Motor.set_control_pid',
        'Display.set_color', 'Display.set_alpha', 'Display.set_opacity', 'Display.draw_pixel', 'Display.draw_line',
        'Display.draw_rectangle', 'Display.draw_oval', 'Display.draw_polygon', 'Display.draw_text',
        'Display.fill_rectangle', 'Display.fill_oval', 'Display.fill_polygon',
        'void (*wbr_display_image_new)(WbDeviceTag tag, int id, int width, int height, const void* data, int format)',
        'void (*wbr_display_image_copy)(WbDeviceTag tag, int id, int x, int y, int width, int height)',
        'void (*wbr_display_image_delete)(WbDeviceTag tag, int id)',
        'void (*wbr_display_image_paste)(WbDeviceTag tag, int id, int x, int y)',
        'void (*wbr_display_image_save)(WbDeviceTag tag, int id)',
        'DifferentialWheels.set_speed', 'DifferentialWheels.set_encoders',  # of robots until R2021
        'void (*wbr_differential_wheels_encoders_set_sampling_period)(int sampling_period)',
    ]
    # Sensors whose reading the library reports by wbr_<sensor>_set_value, or set_values.
    readings = ['Accelerometer', 'Compass', 'DistanceSensor', 'GPS', 'Gyro', 'LightSensor', 'PositionSensor']
    c(includes='camera_recognition_object.h radar_target.h types.h',
      head='Periods are in ms.',
      extra='''
          /* For the controller: the library's wbr_custom_function, NULL if there is none. */
          void* wb_remote_control_custom_function(void* argument);

          /* Readings of the other sensors. */
          void wbr_robot_battery_sensor_set_value(double value);
          void wbr_gps_set_speed(WbDeviceTag tag, const double speed);
          void wbr_gps_set_velocity_vector(WbDeviceTag tag, const double* values);
          void wbr_inertial_unit_set_value(WbDeviceTag tag, double value);
          void wbr_microphone_set_buffer(WbDeviceTag tag, const unsigned char* buffer, int size);
          void wbr_motor_set_position_feedback(WbDeviceTag tag, double value);
          void wbr_motor_set_force_feedback(WbDeviceTag tag, double value);
          void wbr_motor_set_torque_feedback(WbDeviceTag tag, double value);
          void wbr_radar_set_targets(WbDeviceTag tag, const WbRadarTarget* targets, int target_number);
          void wbr_touch_sensor_set_value(WbDeviceTag tag, double value);
          void wbr_touch_sensor_set_values(WbDeviceTag tag, const double* values);
          void wbr_display_save_image(WbDeviceTag tag, int id, int width, int height, unsigned char* image);
          void wbr_camera_set_image(WbDeviceTag tag, const unsigned char* image);
          unsigned char* wbr_camera_get_image_buffer(WbDeviceTag tag);
          void wbr_camera_recognition_set_object(WbDeviceTag tag, const WbCameraRecognitionObject* objects,
                                                 int object_number);
          void wbr_differential_wheels_set_encoders(double left, double right); /* until R2021 */
      ''')
    cpp(class_by_hand=True)
    python(class_by_hand=True)
