function lightsout_run(name)
  % Runs the controller of that name, a script or a function, in the base workspace, and ends this program with it.
  here = fileparts(mfilename('fullpath'));
  addpath(here);
  status = 1;
  hoisted = '';
  try
    if exist('OCTAVE_VERSION', 'builtin')
      warning('off', 'Octave:shadowed-function');
      addpath(fullfile(here, 'octave'));
      addpath(fullfile(here, 'octave', 'missing'), '-end');
      lightsout_settings();
    end
    lightsout_module(here);
    lightsout_call('wb_robot_init');
    if exist('OCTAVE_VERSION', 'builtin')
      lightsout_look(fullfile(pwd(), [name '.m']));
      hoisted = lightsout_hoist([name '.m']);
    end
    evalin('base', name);
    status = 0;
  catch failure
    report(failure, here, hoisted, fullfile(pwd(), [name '.m']));
  end
  if exist('lightsout_call', 'file') == 3
    lightsout_call('wb_robot_cleanup');
  end
  exit(status);
end

function report(failure, here, hoisted, script)
  % The error with the place where the controller was, and from where it was called.
  message = regexprep(failure.message, '\s*Please read.*', '');  % where Octave tells how to help to write it
  message = regexprep(strtrim(message), '\n\s*', '. ');
  message = regexprep(message, {'^lightsout_call: ', ' near line \d+, column \d+'}, {'', ''});
  stack = failure.stack;
  own = false(1, numel(stack));
  for i = 1:numel(stack)
    file = stack(i).file;
    own(i) = isempty(file) || begins(file, here) || begins(file, fullfile(matlabroot(), 'share', 'octave')) || ...
             begins(file, fullfile(matlabroot(), 'toolbox'));
    if ~isempty(hoisted) && begins(file, hoisted)
      stack(i).file = script;  % where it was written
    end
  end
  stack = stack(~own);
  found = regexp(message, '^(.*:\d+:\d+): (MATLAB .*)$', 'tokens', 'once');  % by lightsout_look
  if ~isempty(found)
    fprintf(2, '%s: error: %s\n', found{:});
    return;
  end
  if isempty(stack)
    fprintf(2, 'error: %s\n', message);
    return;
  end
  fprintf(2, '%s: error: %s\n', place(stack(1)), message);
  for i = 2:numel(stack)
    fprintf(2, '  called from %s (%s)\n', place(stack(i)), stack(i).name);
  end
end

function result = begins(text, part)
  result = strncmp(text, part, numel(part));
end

function text = place(frame)
  text = sprintf('%s:%d', frame.file, frame.line);
  if isfield(frame, 'column') && frame.column > 0
    text = sprintf('%s:%d', text, frame.column);
  end
end
