# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Radars."""

from __future__ import annotations

from .radar_functions import RadarFunctions, _get_targets
from .radar_target import RadarTarget
from .wb import view

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import List


class Radar(RadarFunctions):
    """Sees targets: solids with a radar cross section."""

    @property
    def targets(self) -> List[RadarTarget]:
        """The targets that it sees."""
        targets = view(_get_targets(self._tag), self.number_of_targets, RadarTarget)
        return list(targets) if targets is not None else []

    def getTargets(self) -> List[RadarTarget]:
        """The targets that it sees."""
        return self.targets
