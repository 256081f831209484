function varargout = calllib(~, name, varargin)
  % calllib('libController', name, ...): a function of the API by its name.
  [varargout{1:nargout}] = feval(name, varargin{:});
end
