# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""What a remote-control library shares with the C library: its table of functions, and the readings that it reports."""

import re
from typing import Iterator, List, Tuple

import c
from model import Api, Class, DescriptionError, Function


def _commands(api: Api) -> List[str]:
    """The members of the table, as C."""
    members: List[str] = []
    for entry in _listed(api, 'commands'):
        if '(' in entry:
            members.append(entry)
            continue
        name, function = _function(api, *entry.split('.'))
        declared = c.declaration(api, name, function)
        members.append(re.sub(r'^(.*?)wb_(\w+)\(', r'\1(*wbr_\2)(', declared))
    return members


def _listed(api: Api, key: str) -> List[str]:
    entries = api.classes['RemoteControl'].settings[key]
    assert isinstance(entries, list)
    return entries


def _function(api: Api, name: str, function: str) -> Tuple[Class, Function]:
    described = api.classes.get(name)
    found = next((each for each in c.functions(api, described) if each.name == function), None) if described else None
    if described is None or found is None:
        raise DescriptionError(f'{api.classes["RemoteControl"].file}: there is no {name}.{function}')
    return described, found


def table(api: Api) -> List[str]:
    """The table of functions, as the header has it."""
    lines = ['typedef struct WbrInterface {', '  struct {',
             '    bool (*wbr_start)(const char* argument); /* false: the robot was not reached */',
             '    void (*wbr_stop)();', '    bool (*wbr_has_failed)();', '    void (*wbr_stop_actuators)();',
             '    int (*wbr_robot_step)(int period); /* returns the delay in ms, or -1 on failure */', '  } mandatory;', '',
             '  /* The rest may stay NULL. */']
    return lines + [f'  {each};' for each in _commands(api)] + ['} WbrInterface;']


def _readings(api: Api) -> Iterator[Tuple[str, str, int]]:
    """Declarations of the functions that report, with the kind and how many numbers there are."""
    for name in _listed(api, 'readings'):
        described, function = _function(api, name, next(
            each.name for each in api.classes[name].functions if each.reading == 0))
        prefix = described.prefix.replace('wb_', 'wbr_', 1)
        kind = described.prefix.replace('wb_', '', 1).upper()
        count = function.result.count if function.result else None
        if count:
            yield f'void {prefix}_set_values(WbDeviceTag tag, const double* values)', kind, count
        else:
            yield f'void {prefix}_set_value(WbDeviceTag tag, double value)', kind, 1


def declarations(api: Api) -> List[str]:
    return ['/* For the library: readings of the real sensors, in the units of the functions that get them. */',
            *(f'{each};' for each, _, _ in _readings(api))]


def readings(api: Api) -> str:
    """The functions that report what sampled sensors read."""
    lines = ['/* Generated from controllers/api by controllers/api/generator. */', '#include <webots/remote_control.h>', '',
             '#include "controllers/lib/remote.h"', '#include "controllers/lib/session.h"']
    for declared, kind, count in _readings(api):
        values = 'values' if count > 1 else '&value'
        lines += ['', f'{declared} {{ lo_report(tag, LO_DEVICE_{kind}, {values}, {count}, __func__); }}']
    return '\n'.join(lines) + '\n'
