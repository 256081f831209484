# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Fills the memory, by many processes of which none takes much."""

import os
import time

for _ in range(20):
    if os.fork() == 0:
        kept = b'x' * (40 << 20)
        time.sleep(100)
time.sleep(100)
