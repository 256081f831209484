# cmake -DFOLDER=<node_types> -DOUTPUT=<file.cpp> -P embed_node_types.cmake
# Writes a C++ file that holds the text of every *.wrl of the folder, sorted by name.
file(GLOB files "${FOLDER}/*.wrl")
list(SORT files COMPARE STRING CASE SENSITIVE)
set(table "")
foreach(path IN LISTS files)
  get_filename_component(name "${path}" NAME_WE)
  file(READ "${path}" text)
  string(APPEND table "    {\"${name}\", R\"wrl(${text})wrl\"},\n")
endforeach()
set(content "#include \"world_format/embedded_node_types.h\"

namespace lightsout {

std::span<const EmbeddedNodeType> embedded_node_types() {
  static constexpr EmbeddedNodeType files[] = {
${table}  };
  return files;
}

}  // namespace lightsout
")
file(WRITE "${OUTPUT}" "${content}")
