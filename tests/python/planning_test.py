# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""lightsout.PlanningScene: a robot's URDF, objects at run time, motions, and errors with their places."""
import contextlib
import pathlib
import re
import sys
import tempfile
import unittest

import numpy

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "python"))
from lightsout import Collider, ColliderError, PlanningScene  # noqa: E402

# A bar from 0.1 to 0.9 m that turns about z; a slide whose ball of 0.1 m is at 1.1 m and farther.
ARM = """<robot name="arm">
  <link name="base"/>
  <link name="bar"><collision><origin xyz="0.5 0 0"/><geometry><box size="0.8 0.1 0.1"/></geometry></collision></link>
  <link name="hand"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="bar"/><axis xyz="0 0 1"/>
    <limit lower="-3" upper="3"/></joint>
  <joint name="slide" type="prismatic"><parent link="bar"/><child link="hand"/><origin xyz="1.1 0 0"/><axis xyz="1 0 0"/>
    <limit lower="0" upper="0.5"/></joint>
</robot>
"""


def at(x, y=0.0, z=0.0):
    matrix = numpy.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


class PageTest(unittest.TestCase):
    """The example in Python of docs/planning.md, as it stands there."""

    def test_example(self):
        example = re.search(r"```python\n(.*?)```", (ROOT / "docs" / "planning.md").read_text(), re.DOTALL)[1]
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            pathlib.Path("arm.urdf").write_text(ARM)
            pathlib.Path("arm.srdf").write_text('<robot name="arm"/>')
            # The table's near side is at 1.3, the hand ends at 1.2.
            names = {"table_pose": at(1.8), "positions": [[0, 0], [0, 0.2]], "start": [2, 0.2], "goal": [0, 0]}
            exec(example, names)
            numpy.testing.assert_array_equal(names["collided"], [False, True])
            self.assertFalse(names["motion"]["collided"])
            names["scene"].close()


class PlanningSceneTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.urdf = self.folder / "arm.urdf"
        self.urdf.write_text(ARM)
        self.scene = PlanningScene()
        self.addCleanup(self.scene.close)
        self.scene.add_robot(self.urdf)

    def test_what_is_there(self):
        self.assertEqual(self.scene.names, ["bar", "hand"])
        self.assertEqual(self.scene.variables, ["turn", "slide"])
        numpy.testing.assert_array_equal(self.scene.limits, [[-3, 3], [0, 0.5]])
        numpy.testing.assert_array_equal(self.scene.start, [0, 0])
        numpy.testing.assert_allclose(self.scene.pose("hand", [numpy.pi / 2, 0.1])[:3, 3], [0, 1.2, 0], atol=1e-12)

    def test_objects_come_move_are_attached_and_go(self):
        scene = self.scene
        scene.add_object("wall", "box:0.1,2,2", at(1.35))  # its face is at 1.3, the hand ends at 1.2
        self.assertFalse(scene.is_collided([0, 0]))
        numpy.testing.assert_array_equal(scene.is_collided([[0, 0], [0, 0.11], [2, 0.11]]), [False, True, False])
        numpy.testing.assert_allclose(scene.distance([0, 0]), 0.1, atol=1e-5)
        self.assertEqual(scene.pairs([0, 0.11]), [("hand", "wall")])
        numpy.testing.assert_allclose(scene.contacts([0, 0.11])["depth"], 0.01, atol=1e-5)
        nearest = scene.distances([0, 0], within=0.2)
        numpy.testing.assert_array_equal(nearest["links"], [[1, 2]])
        numpy.testing.assert_allclose(nearest["on_second"], [[1.3, 0, 0]], atol=1e-3)
        scene.set_size("hand", padding=0.12)
        self.assertTrue(scene.is_collided([0, 0]))
        scene.set_size("hand")
        scene.move_object("wall", at(1.2))
        self.assertTrue(scene.is_collided([0, 0]))
        scene.allow("wall", "*")
        self.assertFalse(scene.is_collided([0, 0]))
        scene.remove_object("wall")
        corners = [[0, 0, 0], [0.1, 0, 0], [0, 0.1, 0], [0, 0, 0.1]]
        scene.add_mesh("tool", corners, [[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], at(1.15))
        self.assertTrue(scene.is_collided([0, 0]))
        scene.attach("tool", "hand", [0, 0])
        self.assertFalse(scene.is_collided([0, 0]))
        numpy.testing.assert_allclose(scene.pose("tool", [numpy.pi / 2, 0])[:3, 3], [0, 1.15, 0], atol=1e-12)
        scene.detach("tool", [numpy.pi / 2, 0])
        self.assertFalse(scene.is_collided([0, 0]))
        self.assertTrue(scene.is_collided([numpy.pi / 2, 0]))

    def test_motions(self):
        # The hand's ball touches one of 0.1 m at the same distance where the chord is 0.2.
        self.scene.add_object("ball", "sphere:0.1", at(0, 1.1))
        between = 2 * numpy.arcsin(0.1 / 1.1)
        motion = self.scene.motions([0, 0], [3, 0])
        self.assertTrue(motion["collided"])
        numpy.testing.assert_allclose(motion["time"], (numpy.pi / 2 - between) / 3, atol=1e-5)
        numpy.testing.assert_array_equal(motion["links"], [1, 2])
        path = self.scene.path([[0, 0], [1, 0.5], [-1, 0], [2, 0]])
        numpy.testing.assert_array_equal(path["collided"], [False, False, True])
        numpy.testing.assert_array_equal(path["time"][:2], [1, 1])
        # Of matrices: 4 m in which a gap of 2 m is used up.
        with Collider([["box:1,1,1"], ["box:1,1,1"]]) as collider:
            motion = collider.motions([at(0), at(3)], [at(4), at(3)])
            numpy.testing.assert_allclose(motion["time"], 0.5, atol=1e-5)

    def test_errors(self):
        with self.assertRaisesRegex(ColliderError, "broken.urdf:1:19: error: <link> needs name"):
            broken = self.folder / "broken.urdf"
            broken.write_text('<robot name="r"> <link/></robot>')
            self.scene.add_robot(broken)
        with self.assertRaisesRegex(ColliderError, "robots that are alike need prefixes"):
            self.scene.add_robot(self.urdf)
        self.scene.add_robot(self.urdf, base=at(0, 9), prefix="other/")
        self.assertEqual(self.scene.variables[2:], ["other/turn", "other/slide"])
        with self.assertRaisesRegex(ColliderError, r"positions must be \(n, 4\)"):
            self.scene.is_collided([0, 0])
        with self.assertRaisesRegex(ColliderError, "configuration 1: the position of slide is nan"):
            self.scene.is_collided([[0, 0, 0, 0], [0, numpy.nan, 0, 0]])
        with self.assertRaisesRegex(ColliderError, "there is no object 'cup'"):
            self.scene.move_object("cup", at(0))
        with self.assertRaisesRegex(ColliderError, "the pose of cup is scaled by 2"):
            self.scene.add_object("cup", "sphere:1", numpy.diag([2, 2, 2, 1]))
        self.scene.close()
        with self.assertRaisesRegex(ColliderError, "closed"):
            self.scene.is_collided([0, 0])


if __name__ == "__main__":
    unittest.main()
