# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Robot:
    """The robot that the controller controls: its start, its steps, its end and its devices."""
    kind = 0

    class Mode(WbRobotMode):
        c(names='WB_{}')
        MODE_SIMULATION = 0
        MODE_CROSS_COMPILATION = 1
        MODE_REMOTE_CONTROL = 2

    class UserInputEvent(WbUserInputEvent):
        "Events, whose numbers may be or-ed, except for the first."
        c(names='WB_{}')
        EVENT_QUIT = -1
        EVENT_NO_EVENT = 0
        EVENT_MOUSE_CLICK = 1
        EVENT_MOUSE_MOVE = 2
        EVENT_KEYBOARD = 4
        EVENT_JOYSTICK_BUTTON = 8
        EVENT_JOYSTICK_AXIS = 16
        EVENT_JOYSTICK_POV = 32

    def step(duration: int['ms', 'multiple of the basic time step']) -> int:
        """Simulates: commands that were given so far take effect, and readings are those at its end. 0 ms: commands take
        effect, no time passes. Answers -1 when the simulation is over and the controller should end, else 0."""
    @since('R2022b')
    def step_begin(duration: int['ms', 'multiple of the basic time step']) -> int:
        """Begins to simulate: the controller may compute until step_end, but call no other function of the robot."""
    @since('R2022b')
    def step_end() -> int: "Waits for what step_begin began; -1: the simulation is over."
    def wait_for_user_input_event(event_type: UserInputEvent, timeout: int['ms']) -> UserInputEvent:
        """Waits for one of several events, or that long."""
    def get_name() -> text: "Its field name."
    def get_urdf(prefix: text) -> text: "The robot as URDF; the prefix stands before the names of links and joints."
    def get_time() -> double['s']: "Simulated time."
    def get_model() -> text: "Its field model."
    @old
    def get_type() -> node_type: "The type of its node, as Webots 7 had it."
    def get_custom_data() -> text: "Its field customData."
    def set_custom_data(data: text): "Sets its field customData."
    def get_mode() -> Mode: "Whether it is simulated or remote-controlled."
    def set_mode(mode: Mode, arg: text):
        """Simulates it, or controls the real robot by its remote-control library, which is given the argument."""
    def get_supervisor() -> bool: "Whether it may ask for the world: its field supervisor."
    def get_synchronization() -> bool: "Whether the simulation waits for it: its field synchronization."
    def get_project_path() -> text: "Folder of the project that its controller is in."
    def get_world_path() -> text: "File of the world."
    def get_basic_time_step() -> double['ms']: "Length of a step of the simulation."
    def get_number_of_devices() -> int: "How many devices it has."
    def battery_sensor_enable(sampling_period: cut['ms', '>= 0']):
        """Measures the battery from now on, once in every period; 0 stops it."""
    def battery_sensor_disable(): "Stops measuring the battery."
    def battery_sensor_get_sampling_period() -> int['ms']: "The period in which the battery is measured; 0: it is not."
    def battery_sensor_get_value() -> double['J']: "Energy that the battery has left; NaN before the first measurement."
    @old
    @deprecated
    def get_controller_name() -> text: "Its field controller."
    @old
    def get_controller_arguments() -> text: "Its field controllerArgs."
    @c_only
    def init() -> int: "The first call of a controller: 1."
    @c_only
    def cleanup(): "The last call of a controller."
    @c_only
    def get_device(name: text) -> Device: "A device by its name; 0 and a warning if the robot has none of that name."
    @c_only
    def get_device_by_index(index: int) -> Device: "The device of that number."
    @c_only
    def pin_to_static_environment(pin: bool): "Holds the robot in place by a fixed joint, or lets it go."
    @c_only
    @old
    def keyboard_enable(sampling_period: int['ms', '>= 0']): "wb_keyboard_enable."
    @c_only
    @old
    def keyboard_disable(): "wb_keyboard_disable."
    @c_only
    @old
    def keyboard_get_key() -> int: "The next of the keys that are down; 0 after the last."
    c(includes='nodes.h types.h',
      head='''Empty parameter lists are meant: controllers of all years call these with and without arguments. Texts belong
      to the library; those that can change are valid until the next call of the same function.''',
      before='''
          typedef void* WbMutexRef;
      ''',
      extra='''
          /* A thread of the controller's own, and locks for it. */
          void wb_robot_task_new(void (*task)(void*), void* param);
          WbMutexRef wb_robot_mutex_new();
          void wb_robot_mutex_lock(WbMutexRef mutex);
          void wb_robot_mutex_unlock(WbMutexRef mutex);
          void wb_robot_mutex_delete(WbMutexRef mutex);

          /* The keys of wb_robot_keyboard_get_key; the same numbers as in keyboard.h. */
          enum {
            WB_ROBOT_KEYBOARD_END = 312,
            WB_ROBOT_KEYBOARD_HOME = 313,
            WB_ROBOT_KEYBOARD_LEFT = 314,
            WB_ROBOT_KEYBOARD_UP = 315,
            WB_ROBOT_KEYBOARD_RIGHT = 316,
            WB_ROBOT_KEYBOARD_DOWN = 317,
            WB_ROBOT_KEYBOARD_PAGEUP = 366,
            WB_ROBOT_KEYBOARD_PAGEDOWN = 367,
            WB_ROBOT_KEYBOARD_NUMPAD_HOME = 375,
            WB_ROBOT_KEYBOARD_NUMPAD_LEFT = 376,
            WB_ROBOT_KEYBOARD_NUMPAD_UP = 377,
            WB_ROBOT_KEYBOARD_NUMPAD_RIGHT = 378,
            WB_ROBOT_KEYBOARD_NUMPAD_DOWN = 379,
            WB_ROBOT_KEYBOARD_NUMPAD_END = 382,
            WB_ROBOT_KEYBOARD_KEY = 0x0000ffff,
            WB_ROBOT_KEYBOARD_SHIFT = 0x00010000,
            WB_ROBOT_KEYBOARD_CONTROL = 0x00020000,
            WB_ROBOT_KEYBOARD_ALT = 0x00040000
          };
      ''',
      aliases={'deprecated wb_robot_get_data': 'get_custom_data', 'deprecated wb_robot_set_data': 'set_custom_data',
               'wb_robot_get_battery_sampling_period': 'battery_sensor_get_sampling_period',
               'wb_robot_battery_get_value': 'battery_sensor_get_value'})
    cpp(header='iostream vector', virtual='step battery_sensor_enable battery_sensor_disable',
        arguments={'get_urdf': 'std::string prefix = ""', 'set_mode': 'Mode mode, const char* arg'},
        devices_by_hand='getCamera', aliases=dict(getData='getCustomData', setData='setCustomData'),
        life='''
            // Only one object may be there at a time.
            Robot();
            virtual ~Robot();
        ''',
        extra='''

            // NULL if there is no such device.
            Device* getDeviceByIndex(int index);
            Device* getDevice(const std::string& name);
            Joystick* getJoystick() { return mJoystick; }
            Keyboard* getKeyboard() { return mKeyboard; }
            Mouse* getMouse() { return mMouse; }

            // Robot windows.
            void* windowCustomFunction(void* arg);
            void wwiSend(const char* data, int size);
            void wwiSendText(const std::string& text);
            const char* wwiReceive(int* size);
            std::string wwiReceiveText();

            // Names of older releases.
            void keyboardEnable(int samplingPeriod);
            void keyboardDisable();
            int keyboardGetKey() const;
            Servo* getServo(const std::string& name);

            // For other languages' layers.
            static Device* getDeviceFromTag(int tag);
            static int getDeviceTypeFromTag(int tag);
            static std::string getDeviceNameFromTag(int tag);
            static int getDeviceTagFromIndex(int index);
            static int getDeviceTagFromName(const std::string& name);
        ''',
        private='''
            Keyboard* mKeyboard;
            Joystick* mJoystick;
            Mouse* mMouse;
            Device* getOrCreateDevice(int tag);
            Device* createDevice(WbDeviceTag tag) const;
        ''')
    java(c_functions='init cleanup get_device get_device_by_index keyboard_enable keyboard_disable keyboard_get_key')
    python(
        coverable='get_name get_time get_model get_mode get_supervisor get_synchronization get_project_path '
                  'get_world_path get_basic_time_step get_number_of_devices',
        plain='get_type get_urdf get_controller_name get_controller_arguments set_mode',
        arguments={'get_urdf': "prefix=''", 'set_mode': "mode, arg=''"},
        aliases=dict(getData='getCustomData', setData='setCustomData'),
        by_hand='step step_begin step_end', devices_by_hand='getCamera', exports='AnsiCodes')
