# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Motor(Device):
    """Moves a joint: a rotational motor turns it, a linear one slides it."""
    kind = 17
    node_types = 'RotationalMotor LinearMotor'

    class Type(WbJointType):
        ROTATIONAL = 0
        LINEAR = 1

    old_constants(ANGULAR=0)
    def set_position(position: double['rad or m', 'minPosition..maxPosition']):
        """Moves there from now on; infinity: it runs at its velocity."""
    def set_velocity(velocity: double['rad/s or m/s', '-maxVelocity..maxVelocity']):
        """How fast it moves: the most on the way to a position, or what it runs at."""
    def set_acceleration(acceleration: double['rad/s^2 or m/s^2', '-1 or >= 0']):
        """How fast it may change its velocity; -1: no limit."""
    def set_available_force(force: double['N', '0..maxForce']): "The most force that it may use."
    def set_available_torque(torque: double['N m', '0..maxTorque']): "The most torque that it may use."
    def set_control_pid(p: double['', '> 0'], i: double['', '>= 0'], d: double['', '>= 0']):
        """Gains of the controller that leads to a position."""
    def get_target_position() -> double['rad or m']: "The position that it was given."
    def get_min_position() -> double['rad or m']:
        """The least position that it can be given; equal to the greatest: no limits."""
    def get_max_position() -> double['rad or m']:
        """The greatest position that it can be given; equal to the least: no limits."""
    def get_velocity() -> double['rad/s or m/s']: "The velocity that it was given."
    def get_max_velocity() -> double['rad/s or m/s']: "The highest velocity that it can be given."
    def get_acceleration() -> double['rad/s^2 or m/s^2']: "The acceleration that it was given; -1: no limit."
    def get_available_force() -> double['N']: "The most force that it may use."
    def get_max_force() -> double['N']: "The most force that it can be allowed."
    def get_available_torque() -> double['N m']: "The most torque that it may use."
    def get_max_torque() -> double['N m']: "The most torque that it can be allowed."
    def get_multiplier() -> double: "How far this one of several coupled motors goes for a command of 1."
    def enable_force_feedback(sampling_period: int['ms', '>= 0']):
        """Measures its force from now on, once in every period; 0 stops it."""
    def disable_force_feedback(): "Stops measuring its force."
    def get_force_feedback_sampling_period() -> int['ms']: "The period in which its force is measured; 0: it is not."
    def get_force_feedback() -> double['N']: "The force that it used; NaN before the first measurement."
    def enable_torque_feedback(sampling_period: int['ms', '>= 0']):
        """Measures its torque from now on, once in every period; 0 stops it."""
    def disable_torque_feedback(): "Stops measuring its torque."
    def get_torque_feedback_sampling_period() -> int['ms']: "The period in which its torque is measured; 0: it is not."
    def get_torque_feedback() -> double['N m']: "The torque that it used; NaN before the first measurement."
    def set_force(force: double['N']): "Pushes with that force until the next position is set."
    def set_torque(torque: double['N m']): "Turns with that torque until the next position is set."
    def get_type() -> Type: "Whether it turns or slides."
    def get_brake() -> Brake: "The brake of the same joint, if there is one."
    def get_position_sensor() -> PositionSensor: "The position sensor of the same joint, if there is one."
    @old
    def set_control_p(p: double['', '> 0']):
        """Gain of the controller that leads to a position: set_control_pid with p alone."""
    @old
    def enable_position(sampling_period: int['ms', '>= 0']):
        """Measures the joint's position, as motors of Webots 7 did; 0 stops it."""
    @old
    def disable_position(): "Stops measuring the joint's position."
    @old
    def get_position_sampling_period() -> int['ms']:
        """The period in which the joint's position is measured; 0: it is not."""
    @old
    def get_position() -> double['rad or m']: "The joint's position as it was last measured."
    c(includes='<math.h> types.h',
      # Webots 7.1
      aliases=dict(wb_motor_set_motor_force='set_available_force', wb_motor_set_motor_torque='set_available_torque',
                   wb_motor_enable_motor_force_feedback='enable_force_feedback',
                   wb_motor_disable_motor_force_feedback='disable_force_feedback',
                   wb_motor_get_motor_force_feedback='get_force_feedback',
                   wb_motor_get_motor_force_feedback_sampling_period='get_force_feedback_sampling_period',
                   wb_motor_enable_motor_torque_feedback='enable_torque_feedback',
                   wb_motor_disable_motor_torque_feedback='disable_torque_feedback',
                   wb_motor_get_motor_torque_feedback='get_torque_feedback',
                   wb_motor_get_motor_torque_feedback_sampling_period='get_torque_feedback_sampling_period'))
    cpp(header='math.h',
        virtual='set_position set_velocity set_acceleration set_available_force set_available_torque set_control_pid '
                'enable_force_feedback disable_force_feedback enable_torque_feedback disable_torque_feedback set_force '
                'set_torque set_control_p enable_position disable_position',
        aliases=dict(getTargetposition='getTargetPosition'))
    python(
        property={'set_position': 'target_position',
                  'get_velocity': 'target_velocity', 'set_velocity': 'target_velocity',
                  'get_acceleration': 'target_acceleration', 'set_acceleration': 'target_acceleration',
                  'enable_force_feedback': 'force_feedback_sampling_period',
                  'enable_torque_feedback': 'torque_feedback_sampling_period'},
        plain='get_position get_position_sampling_period', write_only='set_force set_torque',
        aliases=dict(getTargetposition='getTargetPosition'))
