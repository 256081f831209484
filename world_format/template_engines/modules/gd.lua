-- The image library that templates make textures with. Nothing looks at textures made at load, so that drawing does
-- nothing: every function of the library returns an image, and every one of an image zeros.
local image = setmetatable({}, {__index = function() return function() return 0, 0, 0, 0, 0, 0, 0, 0 end end})
return setmetatable({}, {__index = function() return function() return image end end})
