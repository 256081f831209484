# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class TouchSensor(LookupTableSensor):
    """Feels touch: a bumper, or a force sensor along one or three axes."""
    kind = 27
    remote = True

    class Type(WbTouchSensorType):
        c(names='WB_TOUCH_SENSOR_{}')
        BUMPER = 0
        FORCE = 1
        FORCE3D = 2

    def get_value() -> double['N']:
        """Bumper: 1 if it touches something, else 0; force: that along its axis. NaN before the first measurement."""
    @recorded(0)
    def get_values() -> doubles[3, 'N']: "Force along its three axes; NaN before the first measurement."
    def get_type() -> Type: "Its type: bumper, force along one axis, or along three."
