# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Servo(Device):
    """Motor and position sensor in one, as worlds had it until R2018."""
    kind = 24

    class Type(int):
        c(names='WB_SERVO_{}', macros=True)
        ROTATIONAL = 0
        LINEAR = 1

    def set_position(position: double['rad or m']): "Moves there from now on."
    def set_velocity(velocity: double['rad/s or m/s', '>= 0']): "How fast it moves at most."
    def set_acceleration(acceleration: double['rad/s^2 or m/s^2']): "How fast it may change its velocity; -1: no limit."
    def set_motor_force(motor_force: double['N m or N']): "The most force that it may use."
    def set_control_p(p: double['', '> 0']): "Gain of the controller that leads to a position."
    def get_min_position() -> double['rad or m']: "The least position that it can be given."
    def get_max_position() -> double['rad or m']: "The greatest position that it can be given."
    def enable_motor_force_feedback(sampling_period: int['ms', '>= 0']):
        """Measures its force from now on, once in every period; 0 stops it."""
    def disable_motor_force_feedback(): "Stops measuring its force."
    @cpp_only
    def get_motor_force_feedback_sampling_period() -> int['ms']:
        """The period in which its force is measured; 0: it is not."""
    def get_motor_force_feedback() -> double['N m or N']: "The force that it used."
    def enable_position(sampling_period: int['ms', '>= 0']):
        """Measures its position from now on, once in every period; 0 stops it."""
    def disable_position(): "Stops measuring its position."
    def get_position_sampling_period() -> int['ms']: "The period in which its position is measured; 0: it is not."
    def get_position() -> double['rad or m']: "Its position as it was last measured."
    def get_target_position() -> double['rad or m']: "The position that it was given."
    def set_force(force: double['N m or N']): "Pushes with that force from now on, in place of going to a position."
    def get_type() -> int: "Whether it turns or slides."
    c(includes='<math.h> types.h', head='The tag is that of the Servo node; motor.h has what each function does.',
      before='''
          #define WB_SERVO_INFINITY INFINITY /* of Webots 6.0 */
      ''')
    cpp(virtual='set_position set_velocity set_acceleration set_motor_force set_control_p enable_motor_force_feedback '
                'disable_motor_force_feedback enable_position disable_position set_force')
    python(property={'set_position': 'position'}, plain='get_position_sampling_period',
           arguments={'set_motor_force': 'force'})
