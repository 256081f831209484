# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class LED(Device):
    """A lamp."""
    kind = 13
    def set(value: int):
        """0 is off; n shows the nth of its colours, or 0xRRGGBB that colour where it has no list or is gradual."""
    def get() -> int: "The value that it was set to."
    cpp(virtual='set')
    python(property={'get': 'value', 'set': 'value'}, arguments={'set': 'v'})
