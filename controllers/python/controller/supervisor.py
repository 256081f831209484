"""A robot that sees and changes the whole world."""

from typing import List, Optional

from .node import Node
from .robot import Robot
from .wb import boolean, encoded, function, integer, numbers, real, reals, text

_set_label = function('wb_supervisor_set_label', None, integer, text, real, real, real, integer, real, text)
_quit = function('wb_supervisor_simulation_quit', None, integer)
_reset = function('wb_supervisor_simulation_reset', None)
_reset_physics = function('wb_supervisor_simulation_reset_physics', None)
_get_mode = function('wb_supervisor_simulation_get_mode', integer)
_set_mode = function('wb_supervisor_simulation_set_mode', None, integer)
_world_load = function('wb_supervisor_world_load', None, text)
_world_save = function('wb_supervisor_world_save', boolean, text)
_world_reload = function('wb_supervisor_world_reload', None)
_export_image = function('wb_supervisor_export_image', None, text, integer)
_movie_start = function('wb_supervisor_movie_start_recording', None, text, integer, integer, integer, integer, integer,
                        boolean)
_movie_stop = function('wb_supervisor_movie_stop_recording', None)
_movie_is_ready = function('wb_supervisor_movie_is_ready', boolean)
_movie_failed = function('wb_supervisor_movie_failed', boolean)
_animation_start = function('wb_supervisor_animation_start_recording', boolean, text)
_animation_stop = function('wb_supervisor_animation_stop_recording', boolean)
_headset_is_used = function('wb_supervisor_virtual_reality_headset_is_used', boolean)
_headset_get_position = function('wb_supervisor_virtual_reality_headset_get_position', reals)
_headset_get_orientation = function('wb_supervisor_virtual_reality_headset_get_orientation', reals)


def _existing(node: Node) -> Optional[Node]:
    return node if node._ref else None


class Supervisor(Robot):
    SIMULATION_MODE_PAUSE = 0
    SIMULATION_MODE_REAL_TIME = 1
    SIMULATION_MODE_FAST = 2
    SIMULATION_MODE_RUN = 2  # older name of the last

    def getRoot(self) -> Optional[Node]:
        return _existing(Node())

    def getSelf(self) -> Optional[Node]:
        return _existing(Node(tag=0))

    def getFromDef(self, d: str) -> Optional[Node]:
        return _existing(Node(DEF=d))

    def getFromId(self, id: int) -> Optional[Node]:
        return _existing(Node(id=id))

    def getFromDevice(self, tag) -> Optional[Node]:
        """By the device's tag, or by the device."""
        return _existing(Node(tag=getattr(tag, '_tag', tag)))

    def getSelected(self) -> Optional[Node]:
        return _existing(Node(selected=True))

    def setLabel(self, id: int, label: str, x: float, y: float, size: float, color: int, transparency: float = 0,
                 font: str = 'Arial'):
        _set_label(id, encoded(label), x, y, size, color, transparency, encoded(font))

    @property
    def simulation_mode(self) -> int:
        return _get_mode()

    @simulation_mode.setter
    def simulation_mode(self, mode: int):
        _set_mode(mode)

    def simulationGetMode(self) -> int:
        return self.simulation_mode

    def simulationSetMode(self, mode: int):
        self.simulation_mode = mode

    def simulationQuit(self, status: int = 0):
        _quit(status)

    def simulationReset(self):
        _reset()

    def simulationResetPhysics(self):
        _reset_physics()

    def worldLoad(self, filename: str):
        _world_load(encoded(filename))

    def worldSave(self, filename: Optional[str] = None) -> bool:
        return _world_save(encoded(filename) or None)

    def worldReload(self):
        _world_reload()

    def exportImage(self, filename: str, quality: int):
        _export_image(encoded(filename), quality)

    def movieStartRecording(self, filename: str, width: int, height: int, codec: int, quality: int, acceleration: int,
                            caption: bool):
        _movie_start(encoded(filename), width, height, codec, quality, acceleration, caption)

    def movieStopRecording(self):
        _movie_stop()

    def movieIsReady(self) -> bool:
        return _movie_is_ready()

    def movieFailed(self) -> bool:
        return _movie_failed()

    def animationStartRecording(self, filename: str) -> bool:
        return _animation_start(encoded(filename))

    def animationStopRecording(self) -> bool:
        return _animation_stop()

    def virtualRealityHeadsetIsUsed(self) -> bool:
        return _headset_is_used()

    def virtualRealityHeadsetGetPosition(self) -> List[float]:
        return numbers(_headset_get_position(), 3)

    def virtualRealityHeadsetGetOrientation(self) -> List[float]:
        return numbers(_headset_get_orientation(), 9)

    # Names of older releases.
    def simulationRevert(self):
        self.worldReload()

    def simulationPhysicsReset(self):
        self.simulationResetPhysics()

    def loadWorld(self, filename: str):
        self.worldLoad(filename)

    def saveWorld(self, filename: Optional[str] = None) -> bool:
        return self.worldSave(filename)

    def startMovie(self, filename: str, width: int, height: int, codec: int, quality: int, acceleration: int = 1,
                   caption: bool = False):
        self.movieStartRecording(filename, width, height, codec, quality, acceleration, caption)

    def stopMovie(self):
        self.movieStopRecording()

    def startAnimation(self, filename: str) -> bool:
        return self.animationStartRecording(filename)

    def stopAnimation(self) -> bool:
        return self.animationStopRecording()
