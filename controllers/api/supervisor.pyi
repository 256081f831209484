# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Supervisor(Robot):
    """A robot that sees and changes the whole world."""

    class SimulationMode(WbSimulationMode):
        c(names='WB_SUPERVISOR_{}')
        SIMULATION_MODE_PAUSE = 0
        SIMULATION_MODE_REAL_TIME = 1
        SIMULATION_MODE_FAST = 2

    old_constants(SIMULATION_MODE_RUN=2)
    def simulation_quit(status: int): "Ends the simulation with that exit status, after the next step."
    def simulation_reset(): "Puts the world back as it was loaded; controllers go on."
    def simulation_reset_physics(): "Stops everything: no velocities, no forces."
    def simulation_get_mode() -> SimulationMode: "How the simulation runs."
    def simulation_set_mode(mode: SimulationMode): "How the simulation runs from now on."
    def world_load(filename: text): "Goes on with another world."
    def world_reload(): "Loads the world anew, and starts all controllers anew."
    def world_save(filename: text) -> bool:
        """Writes the world as it stands, to its own file if none is named: whether it could."""
    def export_image(filename: text, quality: int['', '1..100']): "Writes a picture of the view."
    def animation_start_recording(filename: text) -> bool:
        """Begins to record an animation for web pages: whether it could."""
    def animation_stop_recording() -> bool: "Ends the recording of an animation, and writes it: whether it could."
    def movie_start_recording(filename: text, width: int['pixels'], height: int['pixels'], codec: int, quality:
                              int['', '1..100'], acceleration: int, caption: bool):
        """Begins to record a movie of the view."""
    def movie_stop_recording(): "Ends the recording of a movie."
    def movie_is_ready() -> bool: "Whether no movie is being recorded or written."
    def movie_failed() -> bool: "Whether the last movie could not be written."
    def set_label(id: int, label: text, x: double['', '0..1'], y: double['', '0..1'], size: double['', '0..1'], color:
                  int['0xRRGGBB'], transparency: double['', '0..1'], font: text):
        """Writes a text on the view, its top left corner at x and y; each number has one text."""
    @c('wb_supervisor_node_get_root')
    def get_root() -> Node: "The node that holds the whole world."
    @c('wb_supervisor_node_get_self')
    def get_self() -> Node: "The node of this robot."
    @c('wb_supervisor_node_get_from_def')
    def get_from_def(def_name: text) -> Node: "The node of that DEF name, or of a path of DEF names with dots between."
    @c('wb_supervisor_node_get_from_id')
    def get_from_id(id: int) -> Node: "The node of that number."
    @c('wb_supervisor_node_get_selected')
    def get_selected() -> Node: "The node that is selected in the view."
    def virtual_reality_headset_is_used() -> bool: "Whether somebody wears a headset."
    def virtual_reality_headset_get_position() -> doubles[3, 'm']: "Where the headset is."
    def virtual_reality_headset_get_orientation() -> doubles[9]:
        """How the headset is turned: a rotation matrix, row by row."""
    @c_only
    @c('wb_supervisor_node_get_from_device')
    def get_from_device(tag: Device) -> Node: "The node of a device."
    @c_only
    @old
    def movie_get_status() -> int: "How the last movie went: one of WB_SUPERVISOR_MOVIE_READY and those that follow it."
    @c_only
    @old
    @deprecated
    def get_movie_status() -> int: "How the last movie went."
    @c_only
    @old
    @deprecated
    def start_movie(filename: text, width: int['pixels'], height: int['pixels'], codec: int, quality: int['', '1..100'],
                    acceleration: int, caption: bool):
        "Begins to record a movie of the view."
    c(includes='contact_point.h nodes.h types.h',
      head='''Field sets travel with the next wb_robot_step; everything else takes effect at once, in order. A node or field
      that does not exist is NULL. Pointers to doubles and texts belong to the library and are valid until the next step,
      or the next call of the same function for the same object. Names of DEFs may be paths with dots.''',
      before='''
          /* Older name of the last. */
          #define WB_SUPERVISOR_SIMULATION_MODE_RUN WB_SUPERVISOR_SIMULATION_MODE_FAST

          /* Results of wb_supervisor_movie_get_status. */
          #define WB_SUPERVISOR_MOVIE_READY 0
          #define WB_SUPERVISOR_MOVIE_RECORDING 1
          #define WB_SUPERVISOR_MOVIE_SAVING 2
          #define WB_SUPERVISOR_MOVIE_WRITE_ERROR 3
          #define WB_SUPERVISOR_MOVIE_ENCODING_ERROR 4
          #define WB_SUPERVISOR_MOVIE_SIMULATION_ERROR 5
      ''',
      macros=dict(
          simulation_quit='''
              /* Before Webots 6.3 there was no status. */
              #define wb_supervisor_simulation_quit(...) wb_supervisor_simulation_quit((__VA_ARGS__ + 0))
          ''',
          set_label=r'''
              /* Before R2018 a label had no font. */
              #define WB_LABEL_FONT(transparency, font, ...) transparency, font
              #define wb_supervisor_set_label(id, text, x, y, size, color, ...) \
                wb_supervisor_set_label(id, text, x, y, size, color, WB_LABEL_FONT(__VA_ARGS__, "Arial", ""))
          ''',
          start_movie=r'''
              /* Before Webots 7.2.2 it took the first five. */
              #define WB_MOVIE_SPEED(quality, acceleration, caption, ...) quality, acceleration, caption
              #define wb_supervisor_start_movie(filename, width, height, codec, ...) \
                wb_supervisor_start_movie(filename, width, height, codec, WB_MOVIE_SPEED(__VA_ARGS__, 1, false, ))
          '''),
      aliases={'deprecated wb_supervisor_simulation_revert': 'world_reload',
               'deprecated wb_supervisor_simulation_physics_reset': 'simulation_reset_physics',
               'deprecated wb_supervisor_load_world': 'world_load',
               'deprecated wb_supervisor_save_world': 'world_save',
               'deprecated wb_supervisor_stop_movie': 'movie_stop_recording',
               'wb_supervisor_simulator_quit': 'simulation_quit',
               'wb_supervisor_simulator_revert': 'world_reload',
               'wb_supervisor_start_animation': 'animation_start_recording',
               'wb_supervisor_stop_animation': 'animation_stop_recording'})
    cpp(header='webots/Device.hpp webots/Node.hpp',
        virtual='simulation_quit simulation_reset simulation_reset_physics simulation_set_mode world_load world_reload '
                'world_save animation_start_recording animation_stop_recording movie_start_recording movie_stop_recording '
                'set_label',
        const='export_image movie_failed',
        arguments={'simulation_quit': 'int status = 0',
                   'set_label': 'int id, const std::string& label, double xpos, double ypos, double size, int color, '
                                'double transparency = 0, const std::string& font = "Arial"'},
        life='''
            Supervisor() : Robot() {}
            // The one that there is, made if there is none; NULL if a Robot is there that is no Supervisor.
            static Supervisor* getSupervisorInstance();
            virtual ~Supervisor();
        ''',
        extra='''
            virtual bool worldSave();
            Node* getFromDevice(const Device* device) const;
            Node* getFromDeviceTag(int tag) const;

            // Names of older releases.
            virtual bool saveWorld();
            virtual void startMovie(const std::string& file, int width, int height, int codec, int quality,
                                    int acceleration = 1, bool caption = false);
            int getMovieStatus();
            enum {
              MOVIE_READY = 0,
              MOVIE_RECORDING,
              MOVIE_SAVING,
              MOVIE_WRITE_ERROR,
              MOVIE_ENCODING_ERROR,
              MOVIE_SIMULATION_ERROR
            };
            int movieGetStatus() const;
        ''',
        aliases={'virtual simulationRevert': 'worldReload', 'virtual loadWorld': 'worldLoad',
                 'virtual saveWorld': 'worldSave', 'virtual simulationPhysicsReset': 'simulationResetPhysics',
                 'startAnimation': 'animationStartRecording', 'stopAnimation': 'animationStopRecording',
                 'virtual stopMovie': 'movieStopRecording'})
    java(c_functions='get_from_device movie_get_status')
    python(
        property={'simulation_get_mode': 'simulation_mode', 'simulation_set_mode': 'simulation_mode'}, plain='*',
        arguments={'simulation_quit': 'status=0', 'world_save': 'filename=None', 'get_from_def': 'd',
                   'set_label': "id, label, x, y, size, color, transparency=0, font='Arial'"},
        by_hand='world_save',
        aliases=dict(simulationRevert='worldReload', simulationPhysicsReset='simulationResetPhysics',
                     loadWorld='worldLoad', stopMovie='movieStopRecording',
                     startAnimation='animationStartRecording', stopAnimation='animationStopRecording'))
