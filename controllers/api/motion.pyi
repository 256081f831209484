# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Motion:
    """A motion file being played. Times are in ms."""
    prefix = 'wbu_motion'
    handle = 'WbMotionRef'
    def play(): "Plays it from now on, at each step."
    def stop(): "Stops where it is."
    def set_time(time: int['ms']): "Goes on from that time of it."
    def set_reverse(reverse: bool): "Whether it plays backwards."
    def set_loop(loop: bool): "Whether it begins anew when it has ended."
    def is_over() -> bool: "Whether it has played to its end."
    def get_duration() -> int['ms']: "How long it is."
    def get_time() -> int['ms']: "The time of it that has been played to."
    c(header='webots/utils/motion.h',
      extra='''
          /* NULL if the file is missing or wrong. */
          WbMotionRef wbu_motion_new(const char* filename);
          void wbu_motion_delete(WbMotionRef motion);
      ''')
    cpp(folder='utils/', virtual='play stop set_time set_reverse set_loop',
        life='''
            Motion(const std::string& fileName);
            // False if the file is missing or wrong.
            bool isValid() const;
            virtual ~Motion();
        ''',
        private='''
            WbMotionRef motionRef;

            protected:
            WbMotionRef getMotionRef() const { return motionRef; }
        ''')
    python(plain='is_over')
