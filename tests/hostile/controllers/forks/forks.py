# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Makes more processes than anybody needs, which do not end with it."""

import os
import time

for _ in range(300):
    if os.fork() == 0:
        os.setsid()
        time.sleep(100)
time.sleep(100)
