#!/usr/bin/env python3
# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""The search of the manual's site: site_test.py LIGHTSOUT. Its index holds every section of every page, and what visitors type leads
to the sections that a reader of the manual would name. The site's own JavaScript answers, run as the template of a PROTO."""

import html.parser
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

TOP = ['README.md', 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'CHANGELOG.md']
ROOT = pathlib.Path(__file__).resolve().parents[2]
LIGHTSOUT = pathlib.Path(sys.argv.pop(1)).resolve()


def depths_in_source(text):
    """How deep each item of a list stands, by the columns in which the marks stand (CommonMark: those below an item's text are its own)."""
    text = re.sub(r'^```.*?^```', '', text, flags=re.S | re.M)
    depths, columns = [], []
    for line in text.split('\n'):
        if not line.strip():
            continue
        column = len(line) - len(line.lstrip())
        while columns and column < columns[-1]:
            columns.pop()
        mark = re.match(r' *([-*+]|\d+\.) +\S', line)
        if mark and column < (columns[-1] if columns else 0) + 4:
            columns.append(mark.end() - 1)
            depths.append(len(columns))
    return depths


class Depths(html.parser.HTMLParser):
    """The same in a page of the site."""

    def __init__(self, text):
        super().__init__()
        self.depths, self.depth = [], 0
        self.feed(text)

    def handle_starttag(self, tag, attrs):
        self.depth += tag == 'li'
        if tag == 'li':
            self.depths.append(self.depth)

    def handle_endtag(self, tag):
        self.depth -= tag == 'li'


class Site(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        temporary = tempfile.TemporaryDirectory(prefix='lightsout_site_')
        cls.addClassCleanup(temporary.cleanup)
        cls.folder = pathlib.Path(temporary.name)
        cls.site = cls.folder / 'site'
        subprocess.run([sys.executable, '-B', ROOT / 'scripts/site', cls.site], check=True, capture_output=True)
        text = (cls.site / 'search_index.js').read_text()
        cls.index = json.loads(re.fullmatch(r'const SEARCH_INDEX = (.*);\n', text, re.S)[1])

    def found(self, *queries):
        """For each query the places that are shown, the best first."""
        code = (self.site / 'search_index.js').read_text() + (self.site / 'search.js').read_text()
        # In a template %< and >% would end the code; in the index a percent sign is only ever in a string.
        code = code.replace('%', '\\u0025')
        asked = ', '.join(json.dumps(query) for query in queries)
        (self.folder / 'Found.proto').write_text(
            '#VRML_SIM R2025a utf8\n# template language: javascript\nPROTO Found [ ] {\n  Group { children [\n%< ' + code +
            f'\nfor (const query of [{asked}]) ' + '{ >%\n    Group { children [\n%< for (const {place} of found_sections(query)) { >%'
            '\n      Solid { name "%<= place >%" }\n%< } >%\n    ] }\n%< } >%\n  ] }\n}\n')
        world = self.folder / 'found.wbt'
        world.write_text('#VRML_SIM R2025a utf8\nEXTERNPROTO "Found.proto"\nFound { }\n')
        done = subprocess.run([LIGHTSOUT, 'convert', world], capture_output=True, text=True, timeout=100, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)
        answers, level = [], 0
        for line in done.stdout.splitlines():
            if re.search(r'^\s*Group {', line):
                level += 1
                if level > 1:
                    answers.append([])
            if name := re.search(r'name "(.*)"', line):
                answers[-1].append(name[1])
        self.assertEqual(len(answers), len(queries), done.stdout)
        return answers

    def test_every_section_is_in_the_index(self):
        indexed = {(place, anchor) for place, anchor, *_ in self.index}
        for page in self.site.rglob('*.html'):
            place = str(page.relative_to(self.site))
            anchors = re.findall(r'<h[1-4] id="([^"]*)"', page.read_text())
            self.assertTrue(anchors, place)
            for anchor in anchors:
                self.assertIn((place, anchor), indexed)
        for place, _, title, *_ in self.index:
            self.assertTrue((self.site / place).exists(), place)
            self.assertTrue(title)

    def test_every_item_of_a_list_stands_where_the_page_has_it(self):
        sources = {name.lower().replace('.md', '.html'): ROOT / name for name in TOP}
        for path in (ROOT / 'docs').rglob('*.md'):
            sources[str(path.relative_to(ROOT / 'docs').with_suffix('.html'))] = path
        deepest = 0
        for place, source in sources.items():
            body = re.search(r'<main>(.*)</main>', (self.site / place).read_text(), re.S)[1]
            depths = depths_in_source(source.read_text())
            self.assertEqual(Depths(body).depths, depths, place)
            deepest = max([deepest, *depths])
        self.assertGreater(deepest, 1)

    def test_queries(self):
        expected = {
            'install': 'install.html', 'first world': 'first_world.html', 'github actions': 'ci.html#github-actions',
            'Exit Codes': 'reference.html#exit-codes', 'WEBOTS_HOME': 'install.html', 'falls through the floor': 'troubleshooting.html#motion',
            'unknown-field': 'reference.html#kinds-of-diagnostics', 'wb_motor_set_position': 'api/c.html#webotsmotorh', 'octree': 'collide.html#scene',
            '100 % "quoted" %<': None, 'exit xyzzy': None, ' ': None, 'a': None,
        }
        for (query, place), places in zip(expected.items(), self.found(*expected)):
            with self.subTest(query=query):
                self.assertLessEqual(len(places), 12)
                self.assertEqual(len(places), len(set(places)))
                if place is None:
                    self.assertEqual(places, [])
                else:
                    self.assertTrue(any(found == place or found.startswith(place + '#') for found in places[:5]), places)

    def test_words_are_all_found(self):
        # One word of many sections and one of few: those of both are fewer than those of either.
        both, = self.found('collider octomap')
        for place in both:
            page, _, anchor = place.partition('#')
            entry = next(e for e in self.index if e[0] == page and e[1] == anchor)
            text = ' '.join(entry[2:]).lower()
            self.assertTrue('collider' in text and 'octomap' in text, place)


if __name__ == '__main__':
    unittest.main(verbosity=2)
