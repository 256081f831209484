function lightsout_look(file)
  % Refuses what Octave would run and MATLAB does otherwise, without a word: texts in double quotes, which are objects there.
  % They are joined by +, and [ ] makes an array of them.
  text = '("[^"]*"|\<string\s*\([^()]*\))';
  joined = [text '\s*\+|\+\s*' text];
  listed = ['\[\s*' text '\s*[,;]?\s*' text];
  lines = strsplit(fileread(file), "\n", 'CollapseDelimiters', false);
  for i = 1:numel(lines)
    % What stands in texts and comments is none of these.
    line = fill(lines{i}, '(?<=^|[\s(,;=\[{])''[^'']*''');
    line = regexprep(fill(line, '"[^"]*"'), '[%#].*$', '');
    tell(file, i, regexp(line, joined, 'once'), 'joins texts with +');
    tell(file, i, regexp(line, listed, 'once'), 'makes an array of texts with [ ]');
  end
end

function line = fill(line, quoted)
  % With letters in what is quoted.
  [first, last] = regexp(line, quoted);
  for i = 1:numel(first)
    line(first(i) + 1:last(i) - 1) = 'x';
  end
end

function tell(file, line, column, what)
  if ~isempty(column)
    error('Octave:lightsout-strings', ['%s:%d:%d: MATLAB %s here, and GNU Octave has no string objects: it works on ' ...
          'their characters. strcat, sprintf and { } do the same in both'], file, line, column, what);
  end
end
