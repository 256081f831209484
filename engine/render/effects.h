// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// What happens to light in a camera before it is an image: what is bright glows, what is out of focus is soft.
#pragma once

#include "engine/render/picture.h"

namespace lightsout {

// Light beyond `threshold` spreads over 1/20 of the picture's width around it, besides staying where it is.
void add_bloom(Picture& picture, float threshold);

// Sharp is what is between distance - length and distance + length along the axis, m; from twice the length away on
// each pixel is the mean of 1/40 of the picture's width around it. The picture has nearness.
void blur_out_of_focus(Picture& picture, float distance, float length);

// The picture with each pixel the mean of its surroundings: three means over 2 radius + 1 pixels, along each axis.
Picture softened(const Picture& picture, int radius);

}  // namespace lightsout
