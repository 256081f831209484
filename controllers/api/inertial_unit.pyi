class InertialUnit(Sensor):
    """Measures how it is turned in the world."""
    kind = 12
    remote = True
    def get_roll_pitch_yaw() -> doubles[3, 'rad']: "Roll, pitch and yaw; NaN before the first measurement."
    def get_quaternion() -> doubles[4]: "Orientation as x, y, z, w; NaN before the first measurement."
    def get_noise() -> double['rad']: "Standard deviation of the noise: its field noise."
