function lightsout_module(here)
  % Has the compiled module in the path: the one that was installed, or one that is made now and kept in the user's cache.
  if exist('lightsout_call', 'file') == 3
    return;
  end
  cache = getenv('XDG_CACHE_HOME');
  if isempty(cache)
    cache = fullfile(getenv('HOME'), '.cache');
  end
  sources = fullfile(here, 'module');
  made_of = dir(fullfile(sources, 'functions.c'));
  key = sprintf('%s_%s_%d_%.0f', here, version(), made_of.bytes, made_of.datenum * 86400);
  folder = fullfile(cache, 'lightsout', 'matlab', regexprep(key, '[^A-Za-z0-9.]+', '_'));
  if ~exist(folder, 'dir')
    make(here, sources, folder);
  end
  addpath(folder);
  if exist('lightsout_call', 'file') ~= 3
    error('lightsout:module', 'the module in %s is not found: remove that folder', folder);
  end
end

function make(here, sources, folder)
  libraries = fileparts(here);
  headers = fullfile(fileparts(fileparts(libraries)), 'include', 'controller', 'c');
  part = tempname();
  mkdir(part);
  files = cellfun(@(file) fullfile(sources, file), {'functions.c', 'by_hand.c', 'marshal.c'}, 'UniformOutput', false);
  try
    if exist('OCTAVE_VERSION', 'builtin')
      setenv('LDFLAGS', sprintf('-Wl,-rpath,%s -Wl,-z,nodelete', libraries));
      mex('-DLIGHTSOUT_NO_DEPRECATION', ['-I' headers], ['-I' sources], files{:}, ['-L' libraries], '-lController', '-o', ...
          fullfile(part, 'lightsout_call.mex'));
    else
      mex('-R2017b', '-DLIGHTSOUT_NO_DEPRECATION', ['-I' headers], ['-I' sources], files{:}, ['-L' libraries], '-lController', ...
          ['LDFLAGS=$LDFLAGS -Wl,-rpath,' libraries ' -Wl,-z,nodelete'], '-outdir', part, '-output', 'lightsout_call');
    end
  catch failure
    error('lightsout:module', ['the module that calls libController cannot be made: %s. It needs a compiler for C, and ' ...
          'for GNU Octave mkoctfile (Debian: liboctave-dev)'], failure.message);
  end
  if exist('OCTAVE_VERSION', 'builtin') && ~exist(fullfile(part, 'lightsout_call.mex'), 'file')
    error('lightsout:module', ['the module that calls libController was not made: GNU Octave needs mkoctfile for it ' ...
          '(Debian: liboctave-dev)']);
  end
  [~, ~] = mkdir(fileparts(folder));
  if exist('OCTAVE_VERSION', 'builtin')
    % Another controller may have been quicker.
    if rename(part, folder) ~= 0
      if ~exist(folder, 'dir')
        [~, ~] = movefile(part, folder);  % from another file system
      else
        confirm_recursive_rmdir(false, 'local');
        [~, ~] = rmdir(part, 's');
      end
    end
  else
    [~, ~] = movefile(part, folder);
  end
end
