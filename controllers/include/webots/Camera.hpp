// Colour cameras. The functions of camera.h as a class.
#ifndef WEBOTS_CAMERA_HPP
#define WEBOTS_CAMERA_HPP

#include <webots/camera_recognition_object.h>

#include <webots/Device.hpp>

namespace webots {

typedef WbCameraRecognitionObject CameraRecognitionObject;

class Camera : public Device {
 public:
  explicit Camera(const std::string& deviceName) : Device(deviceName) {}
  explicit Camera(WbDeviceTag deviceTag) : Device(deviceTag) {}
  virtual ~Camera() {}
  virtual void enable(int samplingPeriod);
  virtual void disable();
  int getSamplingPeriod() const;
  const unsigned char* getImage() const;
  int getWidth() const;
  int getHeight() const;
  double getFov() const;
  double getMaxFov() const;
  double getMinFov() const;
  virtual void setFov(double fov);
  double getExposure() const;
  void setExposure(double exposure);
  double getFocalLength() const;
  double getFocalDistance() const;
  double getMaxFocalDistance() const;
  double getMinFocalDistance() const;
  virtual void setFocalDistance(double focalDistance);
  double getNear() const;
  int saveImage(const std::string& filename, int quality) const;

  bool hasRecognition() const;
  void recognitionEnable(int samplingPeriod);
  void recognitionDisable();
  int getRecognitionSamplingPeriod() const;
  int getRecognitionNumberOfObjects() const;
  const CameraRecognitionObject* getRecognitionObjects() const;
  bool hasRecognitionSegmentation() const;
  void enableRecognitionSegmentation();
  void disableRecognitionSegmentation();
  bool isRecognitionSegmentationEnabled() const;
  const unsigned char* getRecognitionSegmentationImage() const;
  int saveRecognitionSegmentationImage(const std::string& filename, int quality) const;

  static unsigned char imageGetRed(const unsigned char* image, int width, int x, int y);
  static unsigned char imageGetGreen(const unsigned char* image, int width, int x, int y);
  static unsigned char imageGetBlue(const unsigned char* image, int width, int x, int y);
  static unsigned char imageGetGray(const unsigned char* image, int width, int x, int y);
  static unsigned char imageGetGrey(const unsigned char* image, int width, int x, int y);

  // Names of older releases, when a camera could also be a range finder.
  enum { COLOR = 'c', RANGE_FINDER = 'r', BOTH = 'b' };
  int getType() const;
  const float* getRangeImage() const;
  double getMaxRange() const;
  static float rangeImageGetDepth(const float* image, int width, int x, int y);
};

}  // namespace webots

#endif
