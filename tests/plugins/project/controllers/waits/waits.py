# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Never gives its turn back."""
import signal

from controller import Robot

robot = Robot()
signal.pause()
