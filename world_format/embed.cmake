# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# embed_files(<target> <name> <directory> <glob>...): the matching files become a table in <target>, declared as
#   namespace lightsout { extern const std::span<const EmbeddedFile> <name>; }   (world_format/text/embedded_file.h)
# sorted by path relative to <directory>. Raw bytes through the assembler's .incbin, so any size and content is fine.
function(embed_files target name directory)
  set(files)
  foreach(pattern ${ARGN})
    file(GLOB_RECURSE found CONFIGURE_DEPENDS RELATIVE ${directory} ${directory}/${pattern})
    list(APPEND files ${found})
  endforeach()
  list(REMOVE_DUPLICATES files)
  list(SORT files)
  set(source "#include \"world_format/text/embedded_file.h\"\n\n#define EMBED(symbol, path) \\\n"
    "  asm(\".pushsection .rodata\\n.balign 1\\n\" #symbol \":\\n.incbin \\\"\" path \"\\\"\\n\" #symbol \"_end:\\n.popsection\\n\"); \\\n"
    "  extern \"C\" __attribute__((visibility(\"hidden\"))) const char symbol[], symbol##_end[];\n\n")
  set(table "")
  set(depends)
  set(index 0)
  foreach(file ${files})
    set(symbol "lightsout_${name}_${index}")
    string(APPEND source "EMBED(${symbol}, \"${directory}/${file}\")\n")
    string(APPEND table "    {\"${file}\", {${symbol}, std::size_t(${symbol}_end - ${symbol})}},\n")
    list(APPEND depends ${directory}/${file})
    math(EXPR index "${index} + 1")
  endforeach()
  string(REPLACE ";  " "  " source "${source}")
  set(output ${CMAKE_CURRENT_BINARY_DIR}/embedded_${name}.cpp)
  file(CONFIGURE OUTPUT ${output} @ONLY CONTENT
"${source}
namespace lightsout {
extern const std::span<const EmbeddedFile> ${name};
static const EmbeddedFile table[] = {
${table}    {}};
const std::span<const EmbeddedFile> ${name} = {table, ${index}};
}  // namespace lightsout
")
  set_source_files_properties(${output} PROPERTIES OBJECT_DEPENDS "${depends}" SKIP_PRECOMPILE_HEADERS ON
    SKIP_UNITY_BUILD_INCLUSION ON)
  target_sources(${target} PRIVATE ${output})
endfunction()
