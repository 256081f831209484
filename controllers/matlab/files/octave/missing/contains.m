function result = contains(text, pattern)
  % Whether a text, or each of a cell of texts, has one of the patterns in it.
  patterns = cellstr(pattern);
  texts = cellstr(text);
  result = false(size(texts));
  for i = 1:numel(patterns)
    result = result | ~cellfun(@isempty, strfind(texts, patterns{i}));
  end
end
