function lightsout_settings()
  % Has GNU Octave run as a controller does: it prints at once, leaves no files behind when it is ended, draws the same numbers
  % in each run, has the packages that are installed, and draws without a display.
  page_screen_output(false);
  page_output_immediately(true);
  crash_dumps_octave_core(false);
  sighup_dumps_octave_core(false);
  sigquit_dumps_octave_core(false);
  sigterm_dumps_octave_core(false);
  warning('off', 'Octave:empty-index');  % x() is x, also in MATLAB
  seed = str2double(getenv('LIGHTSOUT_ROBOT_SEED'));
  if ~isnan(seed)
    for generator = {'rand', 'randn', 'rande', 'randg', 'randp'}
      feval(generator{1}, 'twister', seed);
    end
  end
  % MATLAB's toolboxes are there without being asked for.
  for package = pkg('list')
    try
      pkg('load', package{1}.name);
    catch failure
      fprintf(2, 'Warning: Octave''s package %s cannot be loaded: %s\n', package{1}.name, failure.message);
    end
  end
  draw_unseen();
end

function draw_unseen()
  % Figures are objects that nobody sees; with gnuplot and Ghostscript they can be saved. Without they are objects all the same.
  if isempty(file_in_path(getenv('PATH'), gnuplot_binary())) || isempty(file_in_path(getenv('PATH'), 'gs'))
    addpath(fullfile(fileparts(mfilename('fullpath')), 'unsaved'));
  end
  if ~any(strcmp(available_graphics_toolkits(), 'gnuplot'))
    if isempty(file_in_path(getenv('PATH'), gnuplot_binary()))
      gnuplot_binary('true');
    end
    register_graphics_toolkit('gnuplot');
  end
  state = warning('off', 'all');
  __init_gnuplot__();
  warning(state);
  set(0, 'defaultfigure__graphics_toolkit__', 'gnuplot');
  set(0, 'defaultfigurevisible', 'off');
end
