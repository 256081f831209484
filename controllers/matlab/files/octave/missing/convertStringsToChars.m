function varargout = convertStringsToChars(varargin)
  % Texts are rows of characters here.
  varargout = varargin;
end
