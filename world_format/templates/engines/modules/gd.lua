-- The image library that templates make textures with. It draws nothing: every function of the library returns an
-- image, and every one of an image zeros. Those that would write a file say that they do not.
local function zeros() return 0, 0, 0, 0, 0, 0, 0, 0 end
local writers = {png = true, pngEx = true, jpeg = true, gif = true, gd = true, gd2 = true, wbmp = true}
local image = setmetatable({}, {__index = function(_, name)
  if not writers[name] then return zeros end
  return function(_, file)
    io.stderr:write(string.format('gd draws no images here: `%s` is not written, give it to the PROTO as a file', file))
  end
end})
return setmetatable({}, {__index = function() return function() return image end end})
