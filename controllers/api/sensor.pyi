# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Sensor(Device):
    """A device that is sampled. It reads nothing before it is enabled."""
    def enable(sampling_period: int['ms', '>= 0']): "Measures from now on, once in every period; a period of 0 stops it."
    def disable(): "Stops measuring: the last reading stays."
    def get_sampling_period() -> int['ms']: "The period of its measurements; 0: it is not enabled."
    cpp(each=True, virtual='enable disable')
    python(class_by_hand=True)


class LookupTableSensor(Sensor):
    """A sensor whose measurements go through a lookup table."""
    def get_lookup_table_size() -> int['rows']: "How many rows of three numbers the table has."
    def get_lookup_table() -> table:
        """Rows of input, output, and noise as a fraction of the output, one after the other."""
    cpp(each=True)
    python(class_by_hand=True)
