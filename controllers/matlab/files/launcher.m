% Runs a robot's controller, in MATLAB or in GNU Octave: the simulation starts it in the controller's folder.
lightsout_run(getenv('WEBOTS_CONTROLLER_NAME'));
