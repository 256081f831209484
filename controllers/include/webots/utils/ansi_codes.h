/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* ANSI escape codes for coloured text in the log. */
#ifndef WBU_ANSI_CODES_H
#define WBU_ANSI_CODES_H

#ifndef __cplusplus
#include <stdio.h>
#endif

#define ANSI_RESET "\x1b[0m"
#define ANSI_BOLD "\x1b[1m"
#define ANSI_UNDERLINE "\x1b[4m"

#define ANSI_BLACK_BACKGROUND "\x1b[40m"
#define ANSI_RED_BACKGROUND "\x1b[41m"
#define ANSI_GREEN_BACKGROUND "\x1b[42m"
#define ANSI_YELLOW_BACKGROUND "\x1b[43m"
#define ANSI_BLUE_BACKGROUND "\x1b[44m"
#define ANSI_MAGENTA_BACKGROUND "\x1b[45m"
#define ANSI_CYAN_BACKGROUND "\x1b[46m"
#define ANSI_WHITE_BACKGROUND "\x1b[47m"

#define ANSI_BLACK_FOREGROUND "\x1b[30m"
#define ANSI_RED_FOREGROUND "\x1b[31m"
#define ANSI_GREEN_FOREGROUND "\x1b[32m"
#define ANSI_YELLOW_FOREGROUND "\x1b[33m"
#define ANSI_BLUE_FOREGROUND "\x1b[34m"
#define ANSI_MAGENTA_FOREGROUND "\x1b[35m"
#define ANSI_CYAN_FOREGROUND "\x1b[36m"
#define ANSI_WHITE_FOREGROUND "\x1b[37m"

#define ANSI_CLEAR_SCREEN "\x1b[2J"

#ifndef __cplusplus
/* printf in a colour; the format must be a literal. */
#define ANSI_PRINTF_IN_BLACK(format, ...) printf(ANSI_BLACK_FOREGROUND format ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_RED(format, ...) printf(ANSI_RED_FOREGROUND format ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_GREEN(format, ...) printf(ANSI_GREEN_FOREGROUND format ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_YELLOW(format, ...) printf(ANSI_YELLOW_FOREGROUND format ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_BLUE(format, ...) printf(ANSI_BLUE_FOREGROUND format ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_MAGENTA(format, ...) printf(ANSI_MAGENTA_FOREGROUND format ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_CYAN(format, ...) printf(ANSI_CYAN_FOREGROUND format ANSI_RESET, ##__VA_ARGS__)
#define ANSI_PRINTF_IN_WHITE(format, ...) printf(ANSI_WHITE_FOREGROUND format ANSI_RESET, ##__VA_ARGS__)
#define ANSI_CLEAR_CONSOLE() printf(ANSI_CLEAR_SCREEN "\n")
#endif

#endif
