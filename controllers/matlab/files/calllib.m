function varargout = calllib(library, name, varargin)
  % calllib('libController', name, ...): a function of the API by its name. Of other libraries: MATLAB's own calllib.
  if strcmp(library, 'libController') || exist('OCTAVE_VERSION', 'builtin')
    [varargout{1:nargout}] = feval(name, varargin{:});
  else
    [varargout{1:nargout}] = builtin('calllib', library, name, varargin{:});
  end
end
