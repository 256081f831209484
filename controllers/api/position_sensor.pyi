# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class PositionSensor(Sensor):
    """Measures where a joint stands."""
    kind = 19
    remote = True

    class Type(WbJointType):
        ROTATIONAL = 0
        LINEAR = 1

    old_constants(ANGULAR=0)
    @reading(0)
    def get_value() -> double['rad or m']: "Position of the joint; NaN before the first measurement."
    def get_type() -> Type: "Whether its joint turns or slides."
    def get_brake() -> Brake: "The brake of the same joint, if there is one."
    def get_motor() -> Motor: "The motor of the same joint, if there is one."
    c(includes='<math.h> types.h',
      # Webots 7.1
      aliases=dict(wb_position_sensor_enable_position='enable', wb_position_sensor_disable_position='disable',
                   wb_position_sensor_get_position='get_value',
                   wb_position_sensor_get_position_sampling_period='get_sampling_period'))
