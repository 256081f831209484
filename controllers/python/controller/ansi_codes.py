"""ANSI escape codes for coloured text in the log."""

from .constants import constant


class AnsiCodes:
    RESET = constant('ANSI_RESET', type=str)
    BOLD = constant('ANSI_BOLD', type=str)
    UNDERLINE = constant('ANSI_UNDERLINE', type=str)
    BLACK_BACKGROUND = constant('ANSI_BLACK_BACKGROUND', type=str)
    RED_BACKGROUND = constant('ANSI_RED_BACKGROUND', type=str)
    GREEN_BACKGROUND = constant('ANSI_GREEN_BACKGROUND', type=str)
    YELLOW_BACKGROUND = constant('ANSI_YELLOW_BACKGROUND', type=str)
    BLUE_BACKGROUND = constant('ANSI_BLUE_BACKGROUND', type=str)
    MAGENTA_BACKGROUND = constant('ANSI_MAGENTA_BACKGROUND', type=str)
    CYAN_BACKGROUND = constant('ANSI_CYAN_BACKGROUND', type=str)
    WHITE_BACKGROUND = constant('ANSI_WHITE_BACKGROUND', type=str)
    BLACK_FOREGROUND = constant('ANSI_BLACK_FOREGROUND', type=str)
    RED_FOREGROUND = constant('ANSI_RED_FOREGROUND', type=str)
    GREEN_FOREGROUND = constant('ANSI_GREEN_FOREGROUND', type=str)
    YELLOW_FOREGROUND = constant('ANSI_YELLOW_FOREGROUND', type=str)
    BLUE_FOREGROUND = constant('ANSI_BLUE_FOREGROUND', type=str)
    MAGENTA_FOREGROUND = constant('ANSI_MAGENTA_FOREGROUND', type=str)
    CYAN_FOREGROUND = constant('ANSI_CYAN_FOREGROUND', type=str)
    WHITE_FOREGROUND = constant('ANSI_WHITE_FOREGROUND', type=str)
    CLEAR_SCREEN = constant('ANSI_CLEAR_SCREEN', type=str)
