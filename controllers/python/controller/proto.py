# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The PROTO that a node comes from."""

from __future__ import annotations

from .proto_functions import ProtoFunctions


class Proto(ProtoFunctions):
    """The PROTO that a node comes from."""

    def __init__(self, ref: int):
        """The PROTO of a handle."""
        self._ref = ref
