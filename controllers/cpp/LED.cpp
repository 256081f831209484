// LED: the functions of led.h.
#include <webots/led.h>

#include <webots/LED.hpp>

namespace webots {

void LED::set(int value) { wb_led_set(getTag(), value); }
int LED::get() const { return wb_led_get(getTag()); }

}  // namespace webots
