# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""Where members of shared structs lie, and what the digest of the layouts depends on. Sizes and alignments are those of the
C of 64-bit Linux: a member lies at the next multiple of its alignment, a struct's size is a multiple of its largest."""

import pathlib
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / 'controllers' / 'api' / 'generator'))
import layout  # noqa: E402
import model  # noqa: E402

TEXT = '''
#define LO_ROOM 16u
enum { LO_LEFT = 4, LO_RIGHT, LO_MOST = LO_ROOM };
typedef struct {
  uint32_t offset; /* of something; else */
  uint16_t kind, count;
} lo_part;
typedef lo_part lo_other;
typedef struct {
  char name[5];
  double values[3]; // m
  lo_other parts[2];
  uint16_t last;
} lo_whole;
'''


def read(text=TEXT):
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / 'whole.h').write_text(text)
        return layout.Layouts(pathlib.Path(folder))


class LayoutTest(unittest.TestCase):
    def test_members_lie_where_compilers_put_them(self):
        structs = read().structs
        self.assertEqual([(each.name, each.offset) for each in structs['lo_part'].members],
                         [('offset', 0), ('kind', 4), ('count', 6)])
        self.assertEqual([(each.name, each.offset) for each in structs['lo_whole'].members],
                         [('name', 0), ('values', 8), ('parts', 32), ('last', 48)])
        self.assertEqual((structs['lo_part'].size, structs['lo_whole'].size), (8, 56))
        self.assertIn('LO_CHECK(offsetof(lo_whole, parts) == 32);', read().checks())

    def test_numbers(self):
        self.assertEqual(read().numbers, {'LO_ROOM': '16u', 'LO_LEFT': '4', 'LO_RIGHT': '5', 'LO_MOST': '16'})

    def test_the_digest_changes_with_layouts_and_numbers_alone(self):
        digest = read().digest()
        self.assertRegex(digest, '^[0-9a-f]{8}$')
        self.assertEqual(read(TEXT.replace('something; else', 'another thing').replace('uint16_t kind, count;',
                                                                                     'uint16_t kind;\n uint16_t count;'))
                         .digest(), digest)
        for before, after in (('kind, count', 'count, kind'), ('name[5]', 'name[6]'), ('LO_LEFT = 4', 'LO_LEFT = 3'),
                              ('16u', '17u'), ('uint32_t offset', 'int32_t offset'), ('last', 'end')):
            with self.subTest(after):
                self.assertIn(before, TEXT)
                self.assertNotEqual(read(TEXT.replace(before, after)).digest(), digest)

    def test_what_is_not_understood_is_told(self):
        with self.assertRaisesRegex(model.DescriptionError, 'controllers/wire/whole.h: lo_part: the layout of long is'):
            read(TEXT.replace('uint32_t offset', 'long offset'))
        with self.assertRaisesRegex(model.DescriptionError, r'whole.h: lo_whole: name\[N\] is not understood'):
            read(TEXT.replace('name[5]', 'name[N]'))


if __name__ == '__main__':
    unittest.main()
