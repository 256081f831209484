// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// Where the memory of the program comes from.
#pragma once

namespace lightsout {

// From the next megabytes on that the heap grows by, the system is asked for large pages: a world of a thousand robots
// is then some fifty pages instead of thirty thousand, none of which is cleared, and found, by itself. Not from the
// first: a run of one robot would have a page of 2 MB cleared for the few kB that it needs of it.
// For threads that begin where there is no memory, a small reserve is there.
void set_up_heap();

}  // namespace lightsout
