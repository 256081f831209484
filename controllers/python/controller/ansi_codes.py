# SPDX-FileCopyrightText: the lightsout authors
# SPDX-License-Identifier: Apache-2.0
"""ANSI escape codes for coloured text in the log."""

from .constants import constant


class AnsiCodes:
    """ANSI escape codes for coloured text in the log."""

    RESET: str = constant('ANSI_RESET', type=str)
    BOLD: str = constant('ANSI_BOLD', type=str)
    UNDERLINE: str = constant('ANSI_UNDERLINE', type=str)
    BLACK_BACKGROUND: str = constant('ANSI_BLACK_BACKGROUND', type=str)
    RED_BACKGROUND: str = constant('ANSI_RED_BACKGROUND', type=str)
    GREEN_BACKGROUND: str = constant('ANSI_GREEN_BACKGROUND', type=str)
    YELLOW_BACKGROUND: str = constant('ANSI_YELLOW_BACKGROUND', type=str)
    BLUE_BACKGROUND: str = constant('ANSI_BLUE_BACKGROUND', type=str)
    MAGENTA_BACKGROUND: str = constant('ANSI_MAGENTA_BACKGROUND', type=str)
    CYAN_BACKGROUND: str = constant('ANSI_CYAN_BACKGROUND', type=str)
    WHITE_BACKGROUND: str = constant('ANSI_WHITE_BACKGROUND', type=str)
    BLACK_FOREGROUND: str = constant('ANSI_BLACK_FOREGROUND', type=str)
    RED_FOREGROUND: str = constant('ANSI_RED_FOREGROUND', type=str)
    GREEN_FOREGROUND: str = constant('ANSI_GREEN_FOREGROUND', type=str)
    YELLOW_FOREGROUND: str = constant('ANSI_YELLOW_FOREGROUND', type=str)
    BLUE_FOREGROUND: str = constant('ANSI_BLUE_FOREGROUND', type=str)
    MAGENTA_FOREGROUND: str = constant('ANSI_MAGENTA_FOREGROUND', type=str)
    CYAN_FOREGROUND: str = constant('ANSI_CYAN_FOREGROUND', type=str)
    WHITE_FOREGROUND: str = constant('ANSI_WHITE_FOREGROUND', type=str)
    CLEAR_SCREEN: str = constant('ANSI_CLEAR_SCREEN', type=str)
