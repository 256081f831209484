class Supervisor(Robot):
    """A robot that sees and changes the whole world."""

    class SimulationMode(WbSimulationMode):
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
    python(
        property={'simulation_get_mode': 'simulation_mode', 'simulation_set_mode': 'simulation_mode'}, plain='*',
        arguments={'simulation_quit': 'status=0', 'world_save': 'filename=None', 'get_from_def': 'd',
                   'set_label': "id, label, x, y, size, color, transparency=0, font='Arial'"},
        by_hand='world_save',
        aliases=dict(simulationRevert='worldReload', simulationPhysicsReset='simulationResetPhysics',
                     loadWorld='worldLoad', stopMovie='movieStopRecording',
                     startAnimation='animationStartRecording', stopAnimation='animationStopRecording'))
