function angle = wrapTo2Pi(angle)
  % The same angle from 0 to 2 pi; a positive multiple of 2 pi is 2 pi.
  positive = angle > 0;
  angle = mod(angle, 2 * pi);
  angle(angle == 0 & positive) = 2 * pi;
end
