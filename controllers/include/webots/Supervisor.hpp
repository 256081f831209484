// A robot that sees and changes the whole world. The functions of supervisor.h as a class.
#ifndef WEBOTS_SUPERVISOR_HPP
#define WEBOTS_SUPERVISOR_HPP

#include <webots/Device.hpp>
#include <webots/Node.hpp>
#include <webots/Robot.hpp>

namespace webots {

class Supervisor : public Robot {
 public:
  typedef enum { SIMULATION_MODE_PAUSE = 0, SIMULATION_MODE_REAL_TIME, SIMULATION_MODE_FAST } SimulationMode;
  enum { SIMULATION_MODE_RUN = SIMULATION_MODE_FAST };  // older name

  Supervisor() : Robot() {}
  // The one that there is, made if there is none; NULL if a Robot is there that is no Supervisor.
  static Supervisor* getSupervisorInstance();
  virtual ~Supervisor();

  virtual void simulationQuit(int status = 0);
  virtual void simulationReset();
  virtual void simulationResetPhysics();
  SimulationMode simulationGetMode() const;
  virtual void simulationSetMode(SimulationMode mode);
  virtual void worldLoad(const std::string& file);
  virtual void worldReload();
  virtual bool worldSave();
  virtual bool worldSave(const std::string& file);

  void exportImage(const std::string& file, int quality) const;
  virtual bool animationStartRecording(const std::string& file);
  virtual bool animationStopRecording();
  virtual void movieStartRecording(const std::string& file, int width, int height, int codec, int quality,
                                   int acceleration, bool caption);
  virtual void movieStopRecording();
  bool movieIsReady() const;
  bool movieFailed() const;
  virtual void setLabel(int id, const std::string& label, double xpos, double ypos, double size, int color,
                        double transparency = 0, const std::string& font = "Arial");

  Node* getRoot() const;
  Node* getSelf() const;
  Node* getFromDef(const std::string& name) const;
  Node* getFromId(int id) const;
  Node* getFromDevice(const Device* device) const;
  Node* getFromDeviceTag(int tag) const;
  Node* getSelected() const;

  bool virtualRealityHeadsetIsUsed() const;
  const double* virtualRealityHeadsetGetPosition() const;
  const double* virtualRealityHeadsetGetOrientation() const;

  // Names of older releases.
  virtual void simulationRevert();
  virtual void loadWorld(const std::string& file);
  virtual bool saveWorld();
  virtual bool saveWorld(const std::string& file);
  virtual void simulationPhysicsReset();
  virtual void startMovie(const std::string& file, int width, int height, int codec, int quality, int acceleration = 1,
                          bool caption = false);
  bool startAnimation(const std::string& file);
  bool stopAnimation();
  virtual void stopMovie();
  int getMovieStatus();
  enum {
    MOVIE_READY = 0,
    MOVIE_RECORDING,
    MOVIE_SAVING,
    MOVIE_WRITE_ERROR,
    MOVIE_ENCODING_ERROR,
    MOVIE_SIMULATION_ERROR
  };
  int movieGetStatus() const;
};

}  // namespace webots

#endif
