/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The types that every header of the controller API shares. Works in C and C++. */
#ifndef WB_TYPES_H
#define WB_TYPES_H

#ifndef __cplusplus
#include <math.h>
#include <stdbool.h>
#endif

/* A device of the robot; 0 is no device. */
typedef unsigned short WbDeviceTag;

/* Handles whose contents belong to the library. */
typedef struct WbImageStructPrivate* WbImageRef;
typedef struct WbMotionStructPrivate* WbMotionRef;
typedef struct WbNodeStructPrivate* WbNodeRef;
typedef struct WbProtoInfoStructPrivate* WbProtoRef;
typedef struct WbFieldStructPrivate* WbFieldRef;

/* Whether a motor, brake or position sensor turns or slides. WB_ANGULAR is the older name of the first. */
typedef enum { WB_ROTATIONAL = 0, WB_LINEAR } WbJointType;
#define WB_ANGULAR 0

#ifndef WB_DEPRECATED
#if defined(__GNUC__) && !defined(LIGHTSOUT_NO_DEPRECATION)
#define WB_DEPRECATED __attribute__((deprecated))
#else
#define WB_DEPRECATED
#endif
#endif

#endif
