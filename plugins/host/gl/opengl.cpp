// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// OpenGL's functions by name. Those that say what is drawn, where and in which colour go to the recorder; those that
// are asked for state answer; all others are in ignored.cpp. Built as libGL.so.1, so that it also stands for a libGL
// that a plugin was linked with.
#include <algorithm>
#include <cmath>
#include <cstring>

#include "plugins/host/gl/recorder.h"
#include "plugins/include/gl_stand_in/GL/gl.h"
#include "plugins/include/gl_stand_in/GL/glu.h"

using lightsout::GlRecorder;
using Code = lightsout::GlRecorder::Code;

namespace {

// OpenGL has a current context and no argument for it.
GlRecorder& recorder() {
  static thread_local GlRecorder instance;
  return instance;
}

void issue(Code code, std::initializer_list<double> numbers = {}) {
  GlRecorder::Call call{code, {}};
  std::copy(numbers.begin(), numbers.end(), call.numbers.begin());
  recorder().issue(call);
}

void issue_matrix(Code code, const GlRecorder::Matrix& matrix) { recorder().issue({code, matrix}); }

template <class T>
GlRecorder::Matrix matrix_from(const T* m) {
  GlRecorder::Matrix matrix;
  std::copy(m, m + 16, matrix.begin());
  return matrix;
}

template <class T>
GlRecorder::Matrix transposed(const T* m) {
  GlRecorder::Matrix matrix;
  for (std::size_t i = 0; i < 16; ++i) matrix[i] = double(m[i % 4 * 4 + i / 4]);
  return matrix;
}

void rotate(double angle_degrees, double x, double y, double z) {
  const double length = std::sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  x /= length, y /= length, z /= length;
  const double angle = angle_degrees * M_PI / 180, c = std::cos(angle), s = std::sin(angle), t = 1 - c;
  issue_matrix(Code::MultMatrix,
               {t * x * x + c, t * x * y + s * z, t * x * z - s * y, 0, t * x * y - s * z, t * y * y + c,
                t * y * z + s * x, 0, t * x * z + s * y, t * y * z - s * x, t * z * z + c, 0, 0, 0, 0, 1});
}

template <class T>
void answer(GLenum name, T* values) {
  if (!values) return;
  const auto& r = recorder();
  if (name == GL_MODELVIEW_MATRIX || name == GL_PROJECTION_MATRIX || name == GL_TEXTURE_MATRIX)
    std::transform(r.matrix().begin(), r.matrix().end(), values, [](double v) { return T(v); });
  else if (name == GL_CURRENT_COLOR)
    std::transform(r.color().begin(), r.color().end(), values, [](float v) { return T(v); });
  else if (name == GL_LINE_WIDTH)
    *values = T(r.line_width());
  else if (name == GL_VIEWPORT || name == GL_SCISSOR_BOX)
    std::fill_n(values, 4, T(0));
  else
    *values = T(0);
}

// Integer colours are fractions of their type's range.
template <class T>
double part(T value) {
  return double(value) / double(std::numeric_limits<T>::max());
}
template <>
double part(float value) {
  return value;
}
template <>
double part(double value) {
  return value;
}

void material(GLenum name, const GLfloat* values) {
  if (values && (name == GL_DIFFUSE || name == GL_AMBIENT_AND_DIFFUSE))
    issue(Code::Color, {values[0], values[1], values[2], values[3]});
}

void rectangle(double x1, double y1, double x2, double y2) {
  issue(Code::Begin, {GL_QUADS});
  issue(Code::Vertex, {x1, y1, 0, 1});
  issue(Code::Vertex, {x2, y1, 0, 1});
  issue(Code::Vertex, {x2, y2, 0, 1});
  issue(Code::Vertex, {x1, y2, 0, 1});
  issue(Code::End);
}

// A surface of revolution about z as strips of quads; `at` gives radius and height for a row.
template <class At>
void revolve(int slices, int rows, At at) {
  slices = std::clamp(slices, 3, 256);
  rows = std::clamp(rows, 1, 256);
  for (int row = 0; row < rows; ++row) {
    const auto [radius1, z1] = at(double(row) / rows);
    const auto [radius2, z2] = at(double(row + 1) / rows);
    issue(Code::Begin, {GL_QUAD_STRIP});
    for (int slice = 0; slice <= slices; ++slice) {
      const double angle = 2 * M_PI * (slice % slices) / slices;
      issue(Code::Vertex, {radius1 * std::cos(angle), radius1 * std::sin(angle), z1, 1});
      issue(Code::Vertex, {radius2 * std::cos(angle), radius2 * std::sin(angle), z2, 1});
    }
    issue(Code::End);
  }
}

}  // namespace

struct GLUquadric {};

extern "C" {

void lightsout_gl_begin_recording(lightsout::DebugGeometry* target) { recorder().begin(target); }
void lightsout_gl_end_recording() { recorder().end(); }

void glBegin(GLenum mode) { issue(Code::Begin, {double(mode)}); }
void glEnd() { issue(Code::End); }

#define VERTEX(suffix, T)                                                                                           \
  void glVertex2##suffix(T x, T y) { issue(Code::Vertex, {double(x), double(y), 0, 1}); }                           \
  void glVertex3##suffix(T x, T y, T z) { issue(Code::Vertex, {double(x), double(y), double(z), 1}); }              \
  void glVertex4##suffix(T x, T y, T z, T w) { issue(Code::Vertex, {double(x), double(y), double(z), double(w)}); } \
  void glVertex2##suffix##v(const T* v) { issue(Code::Vertex, {double(v[0]), double(v[1]), 0, 1}); }                \
  void glVertex3##suffix##v(const T* v) { issue(Code::Vertex, {double(v[0]), double(v[1]), double(v[2]), 1}); }     \
  void glVertex4##suffix##v(const T* v) {                                                                           \
    issue(Code::Vertex, {double(v[0]), double(v[1]), double(v[2]), double(v[3])});                                  \
  }
VERTEX(d, GLdouble)
VERTEX(f, GLfloat)
VERTEX(i, GLint)
VERTEX(s, GLshort)
#undef VERTEX

#define COLOR(suffix, T)                                                                                  \
  void glColor3##suffix(T r, T g, T b) { issue(Code::Color, {part(r), part(g), part(b), 1}); }            \
  void glColor4##suffix(T r, T g, T b, T a) { issue(Code::Color, {part(r), part(g), part(b), part(a)}); } \
  void glColor3##suffix##v(const T* c) { issue(Code::Color, {part(c[0]), part(c[1]), part(c[2]), 1}); }   \
  void glColor4##suffix##v(const T* c) { issue(Code::Color, {part(c[0]), part(c[1]), part(c[2]), part(c[3])}); }
COLOR(b, GLbyte)
COLOR(d, GLdouble)
COLOR(f, GLfloat)
COLOR(i, GLint)
COLOR(s, GLshort)
COLOR(ub, GLubyte)
COLOR(ui, GLuint)
COLOR(us, GLushort)
#undef COLOR

void glMaterialfv(GLenum, GLenum name, const GLfloat* values) { material(name, values); }
void glLineWidth(GLfloat width) { issue(Code::LineWidth, {width}); }
void glPointSize(GLfloat size) { issue(Code::PointSize, {size}); }
void glPolygonMode(GLenum, GLenum mode) { issue(Code::PolygonMode, {double(mode)}); }

void glMatrixMode(GLenum mode) { issue(Code::MatrixMode, {double(mode)}); }
void glPushMatrix() { issue(Code::PushMatrix); }
void glPopMatrix() { issue(Code::PopMatrix); }
void glLoadIdentity() { issue_matrix(Code::LoadMatrix, GlRecorder::identity()); }
void glLoadMatrixd(const GLdouble* m) { issue_matrix(Code::LoadMatrix, matrix_from(m)); }
void glLoadMatrixf(const GLfloat* m) { issue_matrix(Code::LoadMatrix, matrix_from(m)); }
void glMultMatrixd(const GLdouble* m) { issue_matrix(Code::MultMatrix, matrix_from(m)); }
void glMultMatrixf(const GLfloat* m) { issue_matrix(Code::MultMatrix, matrix_from(m)); }
void glLoadTransposeMatrixd(const GLdouble* m) { issue_matrix(Code::LoadMatrix, transposed(m)); }
void glLoadTransposeMatrixf(const GLfloat* m) { issue_matrix(Code::LoadMatrix, transposed(m)); }
void glMultTransposeMatrixd(const GLdouble* m) { issue_matrix(Code::MultMatrix, transposed(m)); }
void glMultTransposeMatrixf(const GLfloat* m) { issue_matrix(Code::MultMatrix, transposed(m)); }
void glTranslated(GLdouble x, GLdouble y, GLdouble z) {
  issue_matrix(Code::MultMatrix, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1});
}
void glTranslatef(GLfloat x, GLfloat y, GLfloat z) { glTranslated(x, y, z); }
void glScaled(GLdouble x, GLdouble y, GLdouble z) {
  issue_matrix(Code::MultMatrix, {x, 0, 0, 0, 0, y, 0, 0, 0, 0, z, 0, 0, 0, 0, 1});
}
void glScalef(GLfloat x, GLfloat y, GLfloat z) { glScaled(x, y, z); }
void glRotated(GLdouble angle, GLdouble x, GLdouble y, GLdouble z) { rotate(angle, x, y, z); }
void glRotatef(GLfloat angle, GLfloat x, GLfloat y, GLfloat z) { rotate(angle, x, y, z); }
void glPushAttrib(GLbitfield) { issue(Code::PushAttributes); }
void glPopAttrib() { issue(Code::PopAttributes); }

void glRectd(GLdouble x1, GLdouble y1, GLdouble x2, GLdouble y2) { rectangle(x1, y1, x2, y2); }
void glRectf(GLfloat x1, GLfloat y1, GLfloat x2, GLfloat y2) { rectangle(x1, y1, x2, y2); }
void glRecti(GLint x1, GLint y1, GLint x2, GLint y2) { rectangle(x1, y1, x2, y2); }
void glRects(GLshort x1, GLshort y1, GLshort x2, GLshort y2) { rectangle(x1, y1, x2, y2); }

GLuint glGenLists(GLsizei count) { return recorder().new_lists(count); }
void glNewList(GLuint name, GLenum mode) { recorder().start_list(name, mode == GL_COMPILE_AND_EXECUTE); }
void glEndList() { recorder().finish_list(); }
void glDeleteLists(GLuint first, GLsizei count) { recorder().delete_lists(first, count); }
GLboolean glIsList(GLuint name) { return recorder().is_list(name); }
void glCallList(GLuint name) { issue(Code::CallList, {double(name)}); }

void glGetDoublev(GLenum name, GLdouble* values) { answer(name, values); }
void glGetFloatv(GLenum name, GLfloat* values) { answer(name, values); }
void glGetIntegerv(GLenum name, GLint* values) { answer(name, values); }
void glGetBooleanv(GLenum name, GLboolean* values) { answer(name, values); }
const GLubyte* glGetString(GLenum name) {
  const char* text = name == GL_VERSION      ? "2.1"
                     : name == GL_EXTENSIONS ? ""
                                             : "lightsout: drawing is recorded, not shown";
  return reinterpret_cast<const GLubyte*>(text);
}
// Names that plugins only hand back.
void glGenTextures(GLsizei count, GLuint* names) {
  static thread_local GLuint last = 0;
  for (GLsizei i = 0; i < count; ++i) names[i] = ++last;
}

GLUquadric* gluNewQuadric() {
  static GLUquadric quadric;
  return &quadric;
}
void gluDeleteQuadric(GLUquadric*) {}
void gluQuadricDrawStyle(GLUquadric*, GLenum) {}
void gluQuadricNormals(GLUquadric*, GLenum) {}
void gluQuadricOrientation(GLUquadric*, GLenum) {}
void gluQuadricTexture(GLUquadric*, GLboolean) {}
void gluSphere(GLUquadric*, GLdouble radius, GLint slices, GLint stacks) {
  revolve(slices, stacks,
          [=](double part) { return std::pair(radius * std::sin(M_PI * part), -radius * std::cos(M_PI * part)); });
}
void gluCylinder(GLUquadric*, GLdouble base, GLdouble top, GLdouble height, GLint slices, GLint stacks) {
  revolve(slices, stacks, [=](double part) { return std::pair(base + (top - base) * part, height * part); });
}
void gluDisk(GLUquadric*, GLdouble inner, GLdouble outer, GLint slices, GLint loops) {
  revolve(slices, loops, [=](double part) { return std::pair(inner + (outer - inner) * part, 0.0); });
}

}  // extern "C"
