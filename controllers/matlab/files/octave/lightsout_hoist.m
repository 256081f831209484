function folder = lightsout_hoist(file)
  % Has the functions at the end of a script defined before it runs, as MATLAB does; Octave would when the script has come to
  % them. Each gets a file in a folder of the path, so that `clear all` leaves it, at its own line. Answers the folder, '' if
  % there is none.
  folder = '';
  lines = strsplit(fileread(file), "\n", 'CollapseDelimiters', false);
  first = find(is_function(lines), 1);
  if isempty(first) || ~any(is_code(lines(1:first - 1)))
    return;  % a function file, or a script that has its functions first
  end
  starts = [find(is_function(lines)), numel(lines) + 1];
  for i = 1:numel(starts) - 1
    part = lines(starts(i):starts(i + 1) - 1);
    last = find(is_code(part), 1, 'last');
    if isempty(regexp(part{last}, '\<end(function)?\s*[;,]?\s*([%#].*)?$', 'once'))
      return;  % commands follow: the script is written for Octave
    end
  end
  folder = tempname();
  mkdir(folder);
  setenv('LIGHTSOUT_HOISTED', folder);  % `clear all` leaves the environment
  atexit('lightsout_forget');
  for i = 1:numel(starts) - 1
    part = lines(starts(i):starts(i + 1) - 1);
    name = regexp(part{1}, '^\s*function\s+(?:[^=(]*=\s*)?(\w+)', 'tokens', 'once');
    out = fopen(fullfile(folder, [name{1} '.m']), 'w');
    fputs(out, [repmat("\n", 1, starts(i) - 1), strjoin(part, "\n"), "\n"]);
    fclose(out);
  end
  addpath(folder);
end

function result = is_code(lines)
  % Neither blank nor a comment, nor within a block of comments, nor the `1;` that tells a script from a function.
  result = false(1, numel(lines));
  depth = 0;
  for i = 1:numel(lines)
    line = strtrim(lines{i});
    if any(strcmp(line, {'%{', '#{'}))
      depth = depth + 1;
    elseif any(strcmp(line, {'%}', '#}'}))
      depth = depth - 1;
    elseif depth == 0
      result(i) = ~isempty(line) && ~any(line(1) == '%#') && ~strcmp(line, '1;');
    end
  end
end

function result = is_function(lines)
  result = is_code(lines) & ~cellfun(@isempty, regexp(lines, '^\s*function\>', 'once'));
end
