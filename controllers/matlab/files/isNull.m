function result = isNull(handle)
  % Whether there is no such node, field, image or motion.
  result = isempty(handle) || isequal(handle, 0);
end
