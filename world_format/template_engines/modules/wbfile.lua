-- Present so that a template that asks for it is told why it cannot have it.
return setmetatable({}, {__index = function(_, name)
  error('wbfile.' .. tostring(name) .. ': templates have no access to files', 2)
end})
