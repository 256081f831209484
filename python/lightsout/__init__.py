# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""lightsout from Python: the collider over matrices, and planning scenes over the joints of robots."""
from ._library import ColliderError
from .collider import Collider
from .planning import PlanningScene

__all__ = ["Collider", "ColliderError", "PlanningScene"]
