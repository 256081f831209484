class Motion:
    """A motion file being played. Times are in ms."""
    prefix = 'wbu_motion'
    handle = 'WbMotionRef'
    def play(): "Plays it from now on, at each step."
    def stop(): "Stops where it is."
    def set_loop(loop: bool): "Whether it begins anew when it has ended."
    def set_reverse(reverse: bool): "Whether it plays backwards."
    def is_over() -> bool: "Whether it has played to its end."
    def get_duration() -> int['ms']: "How long it is."
    def get_time() -> int['ms']: "Where it stands."
    def set_time(time: int['ms']): "Where it stands from now on."
    cpp(class_by_hand=True)
    python(plain='is_over')
