# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Does nothing, for ever."""

import time

while True:
    time.sleep(1)
