// The same as says_c by the Java classes.

import com.cyberbotics.webots.controller.*;
import java.io.IOException;
import java.io.PrintStream;

public class says_java {
  private static PrintStream file;

  private static void say(String what, double... values) {
    final StringBuilder line = new StringBuilder(what);
    for (final double value : values)
      line.append(' ').append(Double.isNaN(value) ? "nan" : Double.toString(value));
    file.println(line);
  }

  private static double truth(boolean value) {
    return value ? 1 : 0;
  }

  private static void require(boolean holds, String what) {
    if (!holds)
      throw new AssertionError(what);
  }

  // Colours of pixels, and pixels of colours.
  private static void look(Camera camera, Display display) {
    final int[] image = camera.getImage();
    final int width = camera.getWidth();
    require(image.length == width * camera.getHeight(), "a number for each pixel");
    require(Camera.imageGetRed(image, width, 3, 2) == Camera.pixelGetRed(image[2 * width + 3]), "row by row");
    require(Camera.pixelGetGreen(0xff123456) == 0x34 && Camera.pixelGetGray(0x030609) == 6, "parts of a pixel");
    final ImageRef copy = display.imageNew(2, 1, new int[] {0xffff0000, 0xff00ff00}, Display.ARGB);
    display.imagePaste(copy, 0, 0);
    display.imageDelete(copy);
    boolean refused = false;
    try {
      display.imageNew(2, 2, new int[3], Display.ARGB);
    } catch (IllegalArgumentException error) {
      refused = true;
    }
    require(refused, "fewer pixels than the image has");
    display.setColor(0xff0000);
    display.drawLine(0, 0, 9, 9);
    display.fillPolygon(new int[] {1, 5, 3}, new int[] {1, 1, 6});
  }

  public static void main(String[] arguments) throws IOException {
    final Supervisor robot = new Supervisor();
    file = new PrintStream(arguments[arguments.length - 1], "UTF-8");
    final int step = (int) Math.round(robot.getBasicTimeStep());
    file.println(robot.getName() + " " + step + " " + robot.getNumberOfDevices());
    final Motor motor = robot.getMotor("motor");
    final PositionSensor position = motor.getPositionSensor();
    final DistanceSensor eye = (DistanceSensor) robot.getDevice("eye");
    final GPS gps = robot.getGPS("gps");
    final Accelerometer accelerometer = robot.getAccelerometer("accelerometer");
    final Gyro gyro = robot.getGyro("gyro");
    final Compass compass = robot.getCompass("compass");
    final InertialUnit unit = robot.getInertialUnit("unit");
    final Altimeter altimeter = robot.getAltimeter("altimeter");
    final LED led = robot.getLED("led");
    require(position == robot.getDevice("position") && position.getMotor() == motor, "one object for a device");
    require(robot.getDevice("none") == null && robot.getMotor("eye") == null, "null for what there is not");
    position.enable(step);
    eye.enable(2 * step);
    gps.enable(step);
    accelerometer.enable(step);
    gyro.enable(step);
    compass.enable(step);
    unit.enable(step);
    altimeter.enable(step);
    motor.setVelocity(2);
    motor.setPosition(1);
    say("max velocity", motor.getMaxVelocity());
    say("table", eye.getLookupTable());

    final Camera camera = robot.getCamera("camera");
    final RangeFinder finder = robot.getRangeFinder("range-finder");
    final Lidar lidar = robot.getLidar("lidar");
    final Radar radar = robot.getRadar("radar");
    final Display display = robot.getDisplay("display");
    // In a world of today a RangeFinder is no Camera, and the other way around.
    if (robot.getCamera("range-finder") != null || robot.getRangeFinder("camera") != null)
      say("wrong kind");
    camera.enable(2 * step);
    camera.recognitionEnable(step);
    finder.enable(step);
    lidar.enable(step);
    lidar.enablePointCloud();
    radar.enable(step);
    say("camera", camera.getWidth(), camera.getHeight(), camera.getFov(), camera.getSamplingPeriod());
    say("range-finder", finder.getWidth(), finder.getHeight(), finder.getMaxRange(), finder.getSamplingPeriod());
    say("lidar", lidar.getHorizontalResolution(), lidar.getNumberOfLayers(), lidar.getNumberOfPoints(), lidar.getFov());
    say("radar", radar.getMaxRange(), radar.getSamplingPeriod());
    say("display", display.getWidth(), display.getHeight());

    final Node box = robot.getFromDef("BOX");
    require(box == robot.getFromDef("BOX") && robot.getFromDef("NONE") == null, "one object for a node");
    final Field translation = box.getField("translation");
    final Field children = robot.getRoot().getField("children");
    final int count = children.getCount();
    for (int i = 0; i < 20 && robot.step(step) != -1; ++i) {
      say("time", robot.getTime());
      say("position", position.getValue());
      say("eye", eye.getValue());
      say("gps", gps.getValues());
      say("accelerometer", accelerometer.getValues());
      say("gyro", gyro.getValues());
      say("compass", compass.getValues());
      say("unit", unit.getRollPitchYaw());
      say("altimeter", altimeter.getValue());
      led.set(i % 2);
      say("led", led.get());
      look(camera, display);
      require(lidar.getRangeImage().length == 360 && lidar.getPointCloud().length == 360, "ranges of two layers");
      say("images", truth(camera.getImage() != null), truth(finder.getRangeImage() != null),
          truth(lidar.getPointCloud() != null), camera.getRecognitionObjects().length);
      say("targets", radar.getNumberOfTargets());
      final RadarTarget target = radar.getTargets()[0];
      say("target", target.getDistance(), target.getReceivedPower(), target.getSpeed(), target.getAzimuth());
      say("box", translation.getSFVec3f());
      say("box velocity", box.getVelocity());
      if (i == 5) {
        translation.setSFVec3f(new double[] {0, 1, 2});
        say("box to be", translation.getSFVec3f());
      }
      if (i == 8) {
        children.importMFNodeFromString(-1, "DEF NEW Solid { translation 3 4 5 name \"new\" }");
        say("nodes more", children.getCount() - count);
        say("new", robot.getFromDef("NEW").getPosition());
      }
      if (i == 10) {
        robot.getFromDef("NEW").remove();
        say("nodes more", children.getCount() - count);
      }
    }
    file.close();
    robot.simulationQuit(7);
    robot.step(step);
  }
}
