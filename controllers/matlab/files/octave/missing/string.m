function text = string(value)
  % A number or a text as a text.
  if ischar(value) || iscellstr(value)
    text = value;
  elseif islogical(value) && isscalar(value)
    names = {'false', 'true'};
    text = names{value + 1};
  else
    text = num2str(value);
  end
end
