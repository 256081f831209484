// Pen: the functions of pen.h.
#include <webots/pen.h>

#include <webots/Pen.hpp>

namespace webots {

void Pen::write(bool write) { wb_pen_write(getTag(), write); }
void Pen::setInkColor(int color, double density) { wb_pen_set_ink_color(getTag(), color, density); }

}  // namespace webots
