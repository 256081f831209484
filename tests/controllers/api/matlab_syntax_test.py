# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""That the m-files that MATLAB loads are of MATLAB's language, which has less than Octave's: its manual ("Comments", "Operators
and Special Characters", "Text in String and Character Arrays", "function", "end"). Those in `octave` are for Octave alone.

matlab_syntax_test.py PREFIX: of an installation."""

import pathlib
import re
import sys
import unittest
from typing import List, Tuple

# What Octave has and MATLAB has not, as it stands in code without texts and comments.
OF_OCTAVE = {
    'a comment by #': r'#',
    'a text in double quotes, which MATLAB has since R2017a, without escapes': r'"',
    'the operator !': r'!',
    'assignment with an operator': r'[-+*/^|&]=(?!=)',
    'an increment': r'\+\+|--',
    'the power **': r'\*\*',
    'an end of one kind of block': r'\bend_?(?:function|if|for|while|switch|try_catch|classdef|methods|properties)\b',
    'a statement of Octave': r'\b(?:do|until|unwind_protect|unwind_protect_cleanup|end_unwind_protect)\b',
    'a function of Octave': r'\b(?:printf|puts|fputs|fdisp|argv|nthargin|ifelse|merge|isargout|print_usage|inputname|'
                            r'page_screen_output|confirm_recursive_rmdir|rename|pkg)\s*\(',
    'indexing of what a call answers': r'\w\([^()]*\)\(',
    'a default of a parameter': r'^\s*function\b[^\n]*\([^)]*=',
}
# Behind exist('OCTAVE_VERSION', 'builtin'), which MATLAB answers with 0: it parses them, and does not run them.
GUARDED = {'a function of Octave'}
OPENING = re.compile(r'^\s*(?:function|if|for|parfor|while|switch|try|classdef|properties|methods|events|enumeration)\b')
CLOSING = re.compile(r'^\s*end\s*[;,]?\s*$')


def code(line: str) -> str:
    """A line without texts in quotes, which become '', and without its comment. A quote behind a name, a bracket or a dot
    transposes."""
    result, at = '', 0
    while at < len(line):
        if line[at] == '%':
            break
        if line[at] == "'" and not re.search(r"[\w)\]}.']$", result):
            at += 1
            while line[at] != "'" or line[at + 1:at + 2] == "'":
                at += 2 if line[at] == "'" else 1
            result += 'T'  # stands for the text
        else:
            result += line[at]
        at += 1
    return result.rstrip()


def faults(text: str) -> List[Tuple[int, str]]:
    found, depth, guards = [], 0, []
    for number, line in enumerate(text.splitlines(), 1):
        bare = code(line)
        inside = any(guards)
        for name, pattern in OF_OCTAVE.items():
            if re.search(pattern, bare) and not (inside and name in GUARDED):
                found.append((number, name))
        if OPENING.match(bare):
            depth += 1
            guards.append("exist('OCTAVE_VERSION', 'builtin')" in line and '~exist' not in line)
        elif re.match(r'^\s*(?:else|elseif)\b', bare) and guards:
            guards[-1] = False
        elif CLOSING.match(bare):
            depth -= 1
            if guards:
                guards.pop()
    if depth:
        found.append((number, f'{abs(depth)} blocks {"do not end" if depth > 0 else "end twice"}'))
    return found


class Syntax(unittest.TestCase):
    def test_every_file_is_of_matlab(self) -> None:
        folder = pathlib.Path(sys.argv[1]) / 'lib/controller/matlab'
        files = sorted(folder.glob('*.m'))
        self.assertGreater(len(files), 600)
        for file in files:
            self.assertEqual(faults(file.read_text()), [], file.name)
            # A function is found by the name of its file; nothing stands behind a script's statements.
            first = re.match(r'(?:function (?:\[?[\w, ~]+\]? = )?|classdef )(\w+)', file.read_text())
            if file.name != 'launcher.m':
                assert first
                self.assertEqual(first[1], file.stem)
            self.assertRegex(file.stem, r'^[A-Za-z]\w{0,62}$')  # namelengthmax

    def test_finds_what_is_of_octave(self) -> None:
        for text in ('x = 1; # one', 'x = "a\\n";', 'if !x\nend', 'x += 1;', 'x++;', 'if x\nendif', 'function f()\nendfunction',
                     'do\n  x = 1;\nuntil x', "printf('a');", 'y = f(1)(2);', 'x = 2 ** 3;', 'if x', 'end',
                     'function f(a = 1)\nend'):
            self.assertTrue(faults(text), text)
        for text in ("x = y'; z = 'it''s #1 \"a\"'; % !", 'a = [1 -1]; b = x(end);', 'if x ~= 1 && ~y\nend', "x = {'a', 'b'}';"):
            self.assertEqual(faults(text), [], text)


if __name__ == '__main__':
    unittest.main(argv=sys.argv[:1])
