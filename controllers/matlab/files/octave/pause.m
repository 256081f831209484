function pause(varargin)
  % Waits for that many seconds; for a key it does not wait: nobody is there to press one.
  if nargin > 0
    builtin('pause', varargin{:});
  end
end
