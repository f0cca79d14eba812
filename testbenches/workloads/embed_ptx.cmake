# cmake -DOUTPUT=file.cpp "-DPTX=a/a.ptx;b/b.ptx" -P embed_ptx.cmake: the files' text as C++, found by name at run time.
set(entries "")
foreach(file ${PTX})
  get_filename_component(name ${file} NAME_WE)
  file(READ ${file} text)
  string(APPEND entries "    {\"${name}\", R\"ptx(${text})ptx\"},\n")
endforeach()
file(WRITE ${OUTPUT} "#include \"workloads/workload.h\"

namespace unibank {

std::string_view workload_ptx(const std::string& name) {
  static const std::map<std::string, std::string_view> texts = {
${entries}  };
  const auto it = texts.find(name);
  if (it != texts.end()) return it->second;
  std::vector<std::string> known;
  for (const auto& text : texts) known.push_back(text.first);
  throw InputError(unknown_name(Workload::kKind, name, known));
}

}  // namespace unibank
")
