/* Keys that are down. Letters are upper-case ASCII, or-ed with their modifiers. */
#ifndef WB_KEYBOARD_H
#define WB_KEYBOARD_H

enum {
  WB_KEYBOARD_END = 312,
  WB_KEYBOARD_HOME,
  WB_KEYBOARD_LEFT,
  WB_KEYBOARD_UP,
  WB_KEYBOARD_RIGHT,
  WB_KEYBOARD_DOWN,
  WB_KEYBOARD_PAGEUP = 366,
  WB_KEYBOARD_PAGEDOWN,
  WB_KEYBOARD_NUMPAD_HOME = 375,
  WB_KEYBOARD_NUMPAD_LEFT,
  WB_KEYBOARD_NUMPAD_UP,
  WB_KEYBOARD_NUMPAD_RIGHT,
  WB_KEYBOARD_NUMPAD_DOWN,
  WB_KEYBOARD_NUMPAD_END = 382,
  WB_KEYBOARD_KEY = 0x0000ffff, /* mask: the key without its modifiers */
  WB_KEYBOARD_SHIFT = 0x00010000,
  WB_KEYBOARD_CONTROL = 0x00020000,
  WB_KEYBOARD_ALT = 0x00040000
};

#ifdef __cplusplus
extern "C" {
#endif

void wb_keyboard_enable(int sampling_period); /* ms; 0 disables */
void wb_keyboard_disable();
int wb_keyboard_get_sampling_period();
/* The next of the keys that are down (at most seven), -1 after the last. */
int wb_keyboard_get_key();

#ifdef __cplusplus
}
#endif

#endif
