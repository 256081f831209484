# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Brake(Device):
    """Slows a joint down by damping."""
    kind = 3

    class Type(WbJointType):
        ROTATIONAL = 0
        LINEAR = 1

    old_constants(ANGULAR=0)
    def set_damping_constant(damping_constant: double['N m s/rad or N s/m', '>= 0']):
        """Damping on top of the joint's own."""
    def get_type() -> Type: "Whether its joint turns or slides."
    def get_motor() -> Motor: "The motor of the same joint, if there is one."
    def get_position_sensor() -> PositionSensor: "The position sensor of the same joint, if there is one."
    c(includes='<math.h> types.h')
    cpp(const='set_damping_constant')
    python(arguments={'set_damping_constant': 'c'}, write_only='set_damping_constant',
           property={'set_damping_constant': 'dampingConstant'})
