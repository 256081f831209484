/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* wb_robot_get_urdf of an arm: names, limits, masses, shapes; and pinning a robot. */
#include "../check.h"

static const char* urdf;

/* The element that begins so, up to its end. */
static const char* element(const char* begin) {
  const char* found = strstr(urdf, begin);
  if (!found) printf("no %s in\n%s\n", begin, urdf);
  CHECK(found != NULL);
  return found ? found : "";
}

/* Whether the text stands within an element, before the tag that closes it. */
static int has(const char* in, const char* text, const char* close) {
  const char *at = strstr(in, text), *end = strstr(in, close);
  return at && end && at < end;
}

int main(void) {
  wb_robot_init();
  steps(1);
  urdf = wb_robot_get_urdf("r_");
  CHECK(!strncmp(urdf, "<?xml", 5));
  CHECK(strstr(urdf, "<robot name=\"arm &amp; hand\">") != NULL);
  const char* base = element("<link name=\"r_base_link\">");
  CHECK(has(base, "<capsule radius=\"0.2\" length=\"0.6\"/>", "</link>"));
  CHECK(!has(base, "<inertial>", "</link>")); /* no Physics */
  element("<link name=\"r_gps\"");
  const char* fixed = element("<joint name=\"r_base_link_gps_joint\" type=\"fixed\">");
  CHECK(has(fixed, "<parent link=\"r_base_link\"/>", "</joint>"));
  CHECK(has(fixed, "<child link=\"r_gps\"/>", "</joint>"));

  /* The joint stands at 0 in the URDF: half a metre up, not turned, though it stands at 0.25 rad in the world. */
  const char* shoulder = element("<joint name=\"r_shoulder\" type=\"revolute\">");
  CHECK(has(shoulder, "<origin xyz=\"0 0 0.5\" rpy=\"0 0 0\"/>", "</joint>"));
  CHECK(has(shoulder, "<axis xyz=\"0 1 0\"/>", "</joint>"));
  CHECK(has(shoulder, "effort=\"4\" velocity=\"3\" lower=\"-1\" upper=\"2\"", "</joint>"));
  CHECK(has(shoulder, "<child link=\"r_upper arm\"/>", "</joint>"));
  /* A box of 6 kg: ixx = m (y^2 + z^2) / 12 = 0.065, a metre above the joint. */
  const char* arm = element("<link name=\"r_upper arm\">");
  CHECK(has(arm, "<mass value=\"6\"/>", "</link>"));
  CHECK(has(arm, "<origin xyz=\"0 0 1\" rpy=\"0 0 0\"/>", "</link>"));
  CHECK(has(arm, "ixx=\"0.065", "</link>"));
  CHECK(has(arm, "<box size=\"0.1 0.2 0.3\"/>", "</link>"));
  CHECK(has(arm, "<collision>", "</link>") && has(arm, "<visual>", "</link>"));

  const char* reach = element("<joint name=\"r_reach\" type=\"prismatic\">");
  CHECK(has(reach, "lower=\"-0.1\" upper=\"0.2\"", "</joint>"));
  CHECK(has(reach, "<child link=\"r_hand\"/>", "</joint>"));
  CHECK(has(element("<link name=\"r_hand\">"), "<sphere radius=\"0.1\"/>", "</link>"));
  /* A second link of the name gets a number; its shape stands where it is in the solid. */
  const char* second = element("<link name=\"r_hand_0\">");
  CHECK(has(second, "<origin xyz=\"1 0 0\" rpy=\"0 0 0\"/>", "</link>"));
  CHECK(has(second, "<cylinder radius=\"0.1\" length=\"0.4\"/>", "</link>"));
  CHECK(strstr(urdf, "type=\"continuous\"") != NULL);
  CHECK(strstr(wb_robot_get_urdf(""), "<link name=\"base_link\">") != NULL);
  return finish();
}
