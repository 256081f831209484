function angle = wrapToPi(angle)
  % The same angle from -pi to pi.
  outside = abs(angle) > pi;
  angle(outside) = mod(angle(outside) + pi, 2 * pi) - pi;
end
