function count = strlength(text)
  % How many characters a text, or each of a cell of texts, has.
  if iscell(text)
    count = cellfun(@numel, text);
  else
    count = numel(text);
  end
end
