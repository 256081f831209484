function keyboard(varargin)
  % Nobody is there to type.
end
