# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""lightsout.Collider: arrays in and out, subsets, errors, and other Python threads running meanwhile."""
import contextlib
import pathlib
import re
import sys
import tempfile
import threading
import unittest

import numpy

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "python"))
from lightsout import Collider, ColliderError  # noqa: E402


def poses(positions):
    """n x links positions along x."""
    positions = numpy.asarray(positions, dtype=float)
    matrices = numpy.tile(numpy.eye(4), positions.shape + (1, 1))
    matrices[..., 0, 3] = positions
    return matrices


TETRAHEDRON = '''solid model
facet normal 0 0 0 outer loop vertex 0 0 0 vertex 0 1 0 vertex 1 0 0 endloop endfacet
facet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 0 1 endloop endfacet
facet normal 0 0 0 outer loop vertex 0 0 0 vertex 0 0 1 vertex 0 1 0 endloop endfacet
facet normal 0 0 0 outer loop vertex 1 0 0 vertex 0 1 0 vertex 0 0 1 endloop endfacet
endsolid model
'''


class PageTest(unittest.TestCase):
    """The example in Python of docs/collide.md, as it stands there."""

    def test_example(self):
        page = pathlib.Path(__file__).resolve().parents[2] / "docs" / "collide.md"
        example = re.search(r"```python\n(.*?)```", page.read_text(), re.DOTALL)[1]
        with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
            for model in ("base.stl", "arm.stl", "cell.stl"):
                pathlib.Path(model).write_text(TETRAHEDRON)
            # Links one joint apart are not tested: base and arm may overlap. The arm's corner at 1.5 is the nearest.
            names = {"matrices": poses([[0, 0.5, 3], [0, 0.5, 1]])}
            exec(example, names)
        numpy.testing.assert_array_equal(names["collided"], [False, True])
        numpy.testing.assert_allclose(names["nearest"], [1.5, 0], atol=1e-12)


class ColliderTest(unittest.TestCase):
    def test_many_configurations(self):
        with Collider([["sphere:0.5"], ["box:1,1,1"]]) as collider:
            x = numpy.linspace(0, 2, 5001)
            matrices = poses(numpy.stack([0 * x, x], axis=1))
            collided = collider.is_collided(matrices)
            self.assertEqual(collided.dtype, bool)
            clear = abs(x - 1) > 1e-6
            numpy.testing.assert_array_equal(collided[clear], (x < 1)[clear])
            numpy.testing.assert_allclose(collider.distance(matrices), numpy.maximum(x - 1, 0), atol=1e-6)
            self.assertTrue(collider.is_collided(matrices[0]))
            self.assertFalse(collider.is_collided(matrices[-1]))
            self.assertTrue(collider.is_collided(matrices[-1], margin=1.1))
            self.assertEqual(collider.is_collided(matrices[:0]).shape, (0,))

    def test_subsets_and_rules(self):
        groups = [["sphere:0.5"], ["sphere:0.5"], ["sphere:0.5"]]
        with Collider(groups, static=[1], allow="allow 0.0 2.0\n") as collider:
            self.assertFalse(collider.is_collided(poses([0, 5, 0.1])))
            self.assertTrue(collider.is_collided(poses([0, 0.5]), robots=[0]))
            with self.assertRaisesRegex(ColliderError, "robots"):
                collider.is_collided(poses([0, 0.5]), robots=[1])

    def test_pairs_contacts_and_distances(self):
        # A box from 0 to 1 on the x axis, one from 0.75 to 1.75, and a ball whose surface is at 2.
        with Collider([["box:1,1,1"], ["box:1,1,1"], ["sphere:0.5"]]) as collider:
            matrices = poses([0.5, 1.25, 2.5])
            numpy.testing.assert_array_equal(collider.pairs(matrices), [[0, 1]])
            numpy.testing.assert_array_equal(collider.pairs(matrices, margin=0.5), [[0, 1], [1, 2]])
            contacts = collider.contacts(matrices)
            self.assertGreater(len(contacts), 0)
            numpy.testing.assert_array_equal(contacts["links"][0], [0, 1])
            numpy.testing.assert_allclose(contacts["normal"][0], [1, 0, 0], atol=1e-6)
            numpy.testing.assert_allclose(contacts["depth"], 0.25, atol=1e-6)
            distances = collider.distances(matrices)
            numpy.testing.assert_array_equal(distances["links"], [[0, 1], [0, 2], [1, 2]])
            numpy.testing.assert_allclose(distances["distance"], [0, 1, 0.25], atol=1e-6)
            numpy.testing.assert_allclose(distances["on_first"][1], [1, 0, 0], atol=1e-4)
            self.assertEqual(len(collider.distances(matrices, within=0.5)), 2)
            with self.assertRaisesRegex(ColliderError, "of one configuration"):
                collider.pairs(poses([[0, 1, 2]] * 2))
        # More rows than the first call has room for.
        with Collider([["sphere:1"]] * 30) as collider:
            self.assertEqual(len(collider.distances(poses([5.0 * i for i in range(30)]))), 30 * 29 // 2)

    def test_errors(self):
        with self.assertRaisesRegex(ColliderError, "none.stl: No such file"):
            Collider([["none.stl"]])
        with self.assertRaisesRegex(ColliderError, "line 1: expected allow or check"):
            Collider([["sphere:1"]], allow="forbid")
        with Collider([["sphere:0.5"], ["box:1,1,1"]]) as collider:
            with self.assertRaisesRegex(ColliderError, r"must be \(n, 2, 4, 4\)"):
                collider.is_collided(poses([0]))
            bad = poses([[0, 2]] * 1000)
            bad[700, 1, 0, 0] = numpy.nan
            bad[300, 0, :3, :3] *= 2
            with self.assertRaisesRegex(ColliderError, "configuration 300: matrix 0 .* is scaled by 2"):
                collider.is_collided(bad)
        with self.assertRaisesRegex(ColliderError, "closed"):
            collider.is_collided(poses([0, 1]))

    def test_the_interpreter_goes_on(self):
        with Collider([["sphere:0.5"], ["cylinder:0.5,1"]], colliders=2) as collider:
            matrices = poses(numpy.stack([numpy.zeros(200000), numpy.full(200000, 1.01)], axis=1))
            result = []
            thread = threading.Thread(target=lambda: result.append(collider.is_collided(matrices)))
            thread.start()
            turns = 0
            while thread.is_alive():
                turns += 1
            thread.join()
            self.assertGreater(turns, 100)
            self.assertFalse(result[0].any())


if __name__ == "__main__":
    unittest.main()
