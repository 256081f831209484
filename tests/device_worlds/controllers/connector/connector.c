/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* Connector: the dock finds a peer, holds it against gravity, and lets it go. */
#include <webots/connector.h>
#include <webots/gps.h>

#include "../check.h"

static void dock(void) {
  const WbDeviceTag connector = device("connector", WB_NODE_CONNECTOR), passive = device("passive", WB_NODE_CONNECTOR);
  const WbDeviceTag other = device("other model", WB_NODE_CONNECTOR);
  CHECK(!wb_connector_is_locked(connector));
  CHECK(wb_connector_get_presence_sampling_period(connector) == 0);
  wb_connector_enable_presence(connector, STEP);
  wb_connector_enable_presence(passive, STEP);
  wb_connector_enable_presence(other, STEP);
  CHECK(wb_connector_get_presence_sampling_period(connector) == STEP);
  wb_connector_lock(connector);
  CHECK(wb_connector_is_locked(connector));
  steps(1);
  CHECK(wb_connector_get_presence(connector) == 1);
  CHECK(wb_connector_get_presence(passive) == -1);
  CHECK(wb_connector_get_presence(other) == 0);
  steps(29);
  CHECK(wb_connector_get_presence(connector) == 1);
  wb_connector_unlock(connector); /* at 0.3 s */
  CHECK(!wb_connector_is_locked(connector));
  steps(30);
  CHECK(wb_connector_get_presence(connector) == 0); /* 0.44 m below */
  wb_connector_disable_presence(connector);
  CHECK(wb_connector_get_presence_sampling_period(connector) == 0);
}

static void carried(void) {
  const WbDeviceTag gps = wb_robot_get_device("gps");
  wb_gps_enable(gps, STEP);
  steps(29);
  NEAR(wb_gps_get_values(gps)[2], 0, 1e-3);
  NEAR(wb_gps_get_values(gps)[0], 0, 1e-3); /* pulled together: snap */
  steps(31);
  CHECK(wb_gps_get_values(gps)[2] < -0.3);
}

int main(void) {
  wb_robot_init();
  if (!strcmp(wb_robot_get_name(), "dock"))
    dock();
  else
    carried();
  return finish();
}
