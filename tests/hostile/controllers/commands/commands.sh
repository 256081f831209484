#!/bin/sh
# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
# In the place of Python: says what it could do.
test -n "$KEY" && echo "could read a key of the environment"
test -n "$HOME" && ls "$HOME" >/dev/null 2>&1 && echo "could see the home of its user"
touch ../../written 2>/dev/null && echo "could write into the project"
test -n "$HOME" && touch "$HOME/written" 2>/dev/null && echo "could write into the home"
echo "tried all"
