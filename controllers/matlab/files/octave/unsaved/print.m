function print(varargin)
  % In the place of Octave's where it would wait for a program that is not there.
  error('Octave:lightsout-figures', ['figures can be saved where gnuplot and Ghostscript are, which are not both there ' ...
        '(Debian: gnuplot-nox, ghostscript)']);
end
