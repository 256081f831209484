// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// RobotModel::load: the files to a tree.
#include <algorithm>

#include "engine/planning/srdf_reader.h"

namespace lightsout {
namespace {

void add_notes(const std::vector<std::string>& from, std::vector<std::string>& notes) {
  for (const std::string& note : from)
    if (std::ranges::find(notes, note) == notes.end()) notes.push_back(note);
}

}  // namespace

Checked<std::shared_ptr<const RobotModel>> RobotModel::load(const std::string& urdf_file,
                                                            const RobotModelOptions& options) {
  auto urdf = XmlText::read(urdf_file);
  if (!urdf) return std::unexpected(urdf.error());
  const std::shared_ptr<RobotModel> model(new RobotModel);
  RobotTree& tree = *model->tree_;
  ModelFiles files(urdf_file, options.package_paths);
  read_urdf(*urdf, files, tree);
  if (!urdf->errors().empty()) return std::unexpected(urdf->errors());
  std::vector<VirtualJoint> virtual_joints;
  std::optional<XmlText> srdf;
  if (!options.srdf.empty()) {
    auto read = XmlText::read(options.srdf);
    if (!read) return std::unexpected(read.error());
    srdf = std::move(*read);
    virtual_joints = read_virtual_joints(*srdf, tree);
    if (!srdf->errors().empty()) return std::unexpected(srdf->errors());
  }
  link_up(*urdf, virtual_joints, tree);
  if (!urdf->errors().empty()) return std::unexpected(urdf->errors());
  if (srdf) read_srdf(*srdf, tree);
  if (srdf && !srdf->errors().empty()) return std::unexpected(srdf->errors());
  add_notes(urdf->notes(), tree.notes);
  if (srdf) add_notes(srdf->notes(), tree.notes);
  for (const RobotTree::Link& link : tree.links)
    for (const PartDescription& part : link.parts) add_notes(part.model->notes(), tree.notes);
  return std::shared_ptr<const RobotModel>(model);
}

}  // namespace lightsout
