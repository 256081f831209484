# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
class Microphone(Sensor):
    """Hears sounds: samples of the last period. There is no class of it in C++ and Python."""
    kind = 16
    remote = True
    def get_sample_data() -> data: "Samples of the last period; they change with the next."
    def get_sample_size() -> int['bytes']: "How long the samples of the last period are."
    cpp(class_by_hand=True)
    python(class_by_hand=True)
