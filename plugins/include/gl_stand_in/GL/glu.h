/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The part of GLU that the simulator records: quadrics. See gl.h. */
#ifndef LIGHTSOUT_GLU_STAND_IN_H
#define LIGHTSOUT_GLU_STAND_IN_H

#include <GL/gl.h>

#define GLU_POINT 100010
#define GLU_LINE 100011
#define GLU_FILL 100012
#define GLU_SILHOUETTE 100013
#define GLU_SMOOTH 100000
#define GLU_FLAT 100001
#define GLU_NONE 100002
#define GLU_OUTSIDE 100020
#define GLU_INSIDE 100021

#ifdef __cplusplus
extern "C" {
#endif

typedef struct GLUquadric GLUquadric;
typedef GLUquadric GLUquadricObj;

GLUquadric* gluNewQuadric(void);
void gluDeleteQuadric(GLUquadric*);
void gluQuadricDrawStyle(GLUquadric*, GLenum);
void gluQuadricNormals(GLUquadric*, GLenum);
void gluQuadricOrientation(GLUquadric*, GLenum);
void gluQuadricTexture(GLUquadric*, GLboolean);
void gluSphere(GLUquadric*, GLdouble radius, GLint slices, GLint stacks);
void gluCylinder(GLUquadric*, GLdouble base, GLdouble top, GLdouble height, GLint slices, GLint stacks);
void gluDisk(GLUquadric*, GLdouble inner, GLdouble outer, GLint slices, GLint loops);

#ifdef __cplusplus
}
#endif

#endif
