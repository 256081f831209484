function desktop(varargin)
  % There is no window that could be opened.
end
