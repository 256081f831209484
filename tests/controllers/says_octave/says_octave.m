% The same as says_c by the functions of the MATLAB API.
arguments = argv();
file = fopen(arguments{end}, 'w');
say = @(what, values) fprintf(file, '%s%s\n', what, lower(sprintf(' %.17g', values)));
step = wb_robot_get_basic_time_step();
fprintf(file, '%s %d %d\n', wb_robot_get_name(), step, wb_robot_get_number_of_devices());
motor = wb_robot_get_device('motor');
position = wb_motor_get_position_sensor(motor);
eye_sensor = wb_robot_get_device('eye');
gps = wb_robot_get_device('gps');
accelerometer = wb_robot_get_device('accelerometer');
gyro = wb_robot_get_device('gyro');
compass = wb_robot_get_device('compass');
unit = wb_robot_get_device('unit');
altimeter = wb_robot_get_device('altimeter');
led = wb_robot_get_device('led');
assert(wb_device_get_node_type(gps) == WB_NODE_GPS);
assert(position == wb_robot_get_device('position'));
wb_position_sensor_enable(position, step);
wb_distance_sensor_enable(eye_sensor, 2 * step);
wb_gps_enable(gps, step);
wb_accelerometer_enable(accelerometer, step);
wb_gyro_enable(gyro, step);
wb_compass_enable(compass, step);
wb_inertial_unit_enable(unit, step);
wb_altimeter_enable(altimeter, step);
wb_motor_set_velocity(motor, 2);
wb_motor_set_position(motor, 1);
say('max velocity', wb_motor_get_max_velocity(motor));
say('table', wb_distance_sensor_get_lookup_table(eye_sensor)');

camera = wb_robot_get_device('camera');
finder = wb_robot_get_device('range-finder');
lidar = wb_robot_get_device('lidar');
radar = wb_robot_get_device('radar');
display_device = wb_robot_get_device('display');
wb_camera_enable(camera, 2 * step);
wb_camera_recognition_enable(camera, step);
wb_range_finder_enable(finder, step);
wb_lidar_enable(lidar, step);
wb_lidar_enable_point_cloud(lidar);
wb_radar_enable(radar, step);
say('camera', [wb_camera_get_width(camera), wb_camera_get_height(camera), wb_camera_get_fov(camera), ...
               wb_camera_get_sampling_period(camera)]);
say('range-finder', [wb_range_finder_get_width(finder), wb_range_finder_get_height(finder), ...
                     wb_range_finder_get_max_range(finder), wb_range_finder_get_sampling_period(finder)]);
say('lidar', [wb_lidar_get_horizontal_resolution(lidar), wb_lidar_get_number_of_layers(lidar), ...
              wb_lidar_get_number_of_points(lidar), wb_lidar_get_fov(lidar)]);
say('radar', [wb_radar_get_max_range(radar), wb_radar_get_sampling_period(radar)]);
say('display', [wb_display_get_width(display_device), wb_display_get_height(display_device)]);

box_node = wb_supervisor_node_get_from_def('BOX');
assert(isNull(wb_supervisor_node_get_from_def('NONE')));
translation = wb_supervisor_node_get_field(box_node, 'translation');
children = wb_supervisor_node_get_field(wb_supervisor_node_get_root(), 'children');
count = wb_supervisor_field_get_count(children);
for i = 0:19
  if wb_robot_step(step) == -1
    break;
  end
  say('time', wb_robot_get_time());
  say('position', wb_position_sensor_get_value(position));
  say('eye', wb_distance_sensor_get_value(eye_sensor));
  say('gps', wb_gps_get_values(gps));
  say('accelerometer', wb_accelerometer_get_values(accelerometer));
  say('gyro', wb_gyro_get_values(gyro));
  say('compass', wb_compass_get_values(compass));
  say('unit', wb_inertial_unit_get_roll_pitch_yaw(unit));
  say('altimeter', wb_altimeter_get_value(altimeter));
  wb_led_set(led, mod(i, 2));
  say('led', wb_led_get(led));
  image = wb_camera_get_image(camera);
  ranges = wb_lidar_get_range_image(lidar);
  assert(isa(image, 'uint8') && isequal(size(image), [240 320 3]));
  assert(isa(ranges, 'single') && isequal(size(ranges), [2 180]));
  assert(isequal(size(wb_range_finder_get_range_image(finder)), [24 32]));
  points = wb_lidar_get_point_cloud(lidar);
  assert(numel(points) == 360 && points(1).layer_id == 0 && points(end).layer_id == 1);
  say('images', [~isempty(image), ~isempty(ranges), ~isempty(points), ...
                 numel(wb_camera_recognition_get_objects(camera))]);
  say('targets', wb_radar_get_number_of_targets(radar));
  target = wb_radar_get_targets(radar);
  say('target', [target.distance, target.received_power, target.speed, target.azimuth]);
  wb_display_set_color(display_device, [1 0 0]);
  wb_display_draw_line(display_device, 0, 0, 9, 9);
  wb_display_fill_polygon(display_device, [1 5 3], [1 1 6]);
  copy = wb_display_image_new(display_device, image, WB_IMAGE_RGB);
  wb_display_image_paste(display_device, copy, 0, 0, false);
  wb_display_image_delete(display_device, copy);
  say('box', wb_supervisor_field_get_sf_vec3f(translation));
  say('box velocity', wb_supervisor_node_get_velocity(box_node));
  if i == 5
    wb_supervisor_field_set_sf_vec3f(translation, [0 1 2]);
    say('box to be', wb_supervisor_field_get_sf_vec3f(translation));
  end
  if i == 8
    wb_supervisor_field_import_mf_node_from_string(children, -1, 'DEF NEW Solid { translation 3 4 5 name "new" }');
    say('nodes more', wb_supervisor_field_get_count(children) - count);
    say('new', wb_supervisor_node_get_position(wb_supervisor_node_get_from_def('NEW')));
  end
  if i == 10
    wb_supervisor_node_remove(wb_supervisor_node_get_from_def('NEW'));
    say('nodes more', wb_supervisor_field_get_count(children) - count);
  end
end
fclose(file);
wb_supervisor_simulation_quit(7);
wb_robot_step(step);
