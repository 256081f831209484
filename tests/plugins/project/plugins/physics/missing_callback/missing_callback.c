#include <plugins/physics.h>
void webots_physics_step() {}
