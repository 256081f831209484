// The class that controllers of Webots 5 derive theirs from, or call.
package com.cyberbotics.webots;

import com.cyberbotics.webots.controller.Release5;

/** The functions of C as static methods, without objects. A controller has main(String[]), and may have the static methods
 *  reset(), which is called before all else that main does, and die(), which is called when the simulation is over. */
public class Controller extends Release5 {
}
