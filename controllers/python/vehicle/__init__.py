# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The vehicle library: a car and its driver."""

from .car import Car
from .driver import Driver

__all__ = ['Car', 'Driver']
