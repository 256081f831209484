// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A small renderer in OpenGL 3.3: all triangles in one call, PBR light as our own, images between two levels (ours
// takes up to eight probes of such), a shadow map of 2048 x 2048.
#include "tests/bench/render_peers.h"

#ifndef LIGHTSOUT_EGL

std::unique_ptr<lightsout::arena::Peer> lightsout::arena::make_opengl(const std::vector<Corner>&, std::string& error) {
  error = "built without libegl-dev";
  return nullptr;
}

bool lightsout::arena::begin_opengl(std::string& error) {
  error = "built without libegl-dev";
  return false;
}

#else

#define GL_GLEXT_PROTOTYPES
#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <GL/glcorearb.h>

#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "engine/image/image_file.h"

namespace lightsout::arena {
namespace {

constexpr int shadow_size = 2048;

constexpr char vertex_text[] = R"(#version 330
layout(location = 0) in vec3 place; layout(location = 1) in vec3 normal; layout(location = 2) in vec2 in_image;
layout(location = 3) in vec3 color; layout(location = 4) in float has_image;
uniform mat4 clip_from_world, light_from_world;
out vec3 p, n, c, l; out vec2 t; out float m;
void main() {
  gl_Position = clip_from_world * vec4(place, 1);
  p = place; n = normal; c = color; t = in_image; m = has_image;
  l = (light_from_world * vec4(place, 1)).xyz * 0.5 + 0.5;
})";

constexpr char fragment_text[] = R"(#version 330
in vec3 p, n, c, l; in vec2 t; in float m;
uniform vec3 eye, to_light; uniform sampler2D image; uniform sampler2DShadow shadow; uniform float has_shadows;
out vec4 shown;
void main() {
  vec3 base = m > 0.5 ? texture(image, t).rgb : c, N = normalize(n), V = normalize(eye - p), H = normalize(V + to_light);
  float nl = max(dot(N, to_light), 0.0001), nv = abs(dot(N, V)) + 0.0001, nh = max(dot(N, H), 0.0), vh = max(dot(V, H), 0.0);
  float a = 0.36, a2 = a * a, f = (nh * a2 - nh) * nh + 1.0;
  float d = a2 / (3.14159265 * f * f);
  float g = 4.0 * nl * nv / ((nl + sqrt(a2 + (1.0 - a2) * nl * nl)) * (nv + sqrt(a2 + (1.0 - a2) * nv * nv)));
  float fresnel = 0.04 + 0.96 * pow(1.0 - vh, 5.0);
  float lit = dot(N, to_light) > 0.0 ? mix(1.0, texture(shadow, l - vec3(0, 0, 0.002)), has_shadows) : 0.0;
  vec3 light = 2.0 * lit * nl * ((1.0 - fresnel) * base * 0.96 / 3.14159265 + fresnel * g * d / (4.0 * nl * nv))
             + vec3(0.21, 0.45, 1.0) * base;
  shown = vec4(pow(1.0 - exp(-light), vec3(1.0 / 2.2)), 1);
})";

constexpr char shadow_text[] = R"(#version 330
void main() {}
)";

GLuint program_of(const char* vertex, const char* fragment, std::string& error) {
  const GLuint program = glCreateProgram();
  for (const auto& [kind, text] :
       {std::pair<GLenum, const char*>{GL_VERTEX_SHADER, vertex}, {GL_FRAGMENT_SHADER, fragment}}) {
    const GLuint shader = glCreateShader(kind);
    glShaderSource(shader, 1, &text, nullptr);
    glCompileShader(shader);
    char log[1000] = "";
    glGetShaderInfoLog(shader, sizeof log, nullptr, log);
    error += log;
    glAttachShader(program, shader);
  }
  glLinkProgram(program);
  GLint is_linked = 0;
  glGetProgramiv(program, GL_LINK_STATUS, &is_linked);
  return is_linked ? program : 0;
}

Eigen::Matrix4f from_world(const Eigen::Vector3d& from, const Eigen::Vector3d& ahead) {
  const Eigen::Vector3d x = ahead.normalized(), y = Eigen::Vector3d::UnitZ().cross(x).normalized(), z = x.cross(y);
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity();
  m.row(0).head<3>() = -y;
  m.row(1).head<3>() = z;
  m.row(2).head<3>() = -x;
  m.topRightCorner<3, 1>() = -m.topLeftCorner<3, 3>() * from;
  return m.cast<float>();
}

class OpenGl final : public Peer {
 public:
  OpenGl(const std::vector<Corner>& corners, GLuint program, GLuint shadow_program)
      : count_(GLsizei(corners.size())), program_(program), shadow_program_(shadow_program) {
    glGenVertexArrays(1, &array_);
    glBindVertexArray(array_);
    GLuint buffer;
    glGenBuffers(1, &buffer);
    glBindBuffer(GL_ARRAY_BUFFER, buffer);
    glBufferData(GL_ARRAY_BUFFER, GLsizeiptr(corners.size() * sizeof(Corner)), corners.data(), GL_STATIC_DRAW);
    constexpr std::size_t offsets[] = {offsetof(Corner, place), offsetof(Corner, normal), offsetof(Corner, in_image),
                                       offsetof(Corner, color), offsetof(Corner, has_image)};
    constexpr GLint sizes[] = {3, 3, 2, 3, 1};
    for (GLuint i = 0; i < 5; ++i) {
      glEnableVertexAttribArray(i);
      glVertexAttribPointer(i, sizes[i], GL_FLOAT, GL_FALSE, sizeof(Corner), reinterpret_cast<void*>(offsets[i]));
    }
    glGenTextures(1, &image_);
    glBindTexture(GL_TEXTURE_2D, image_);
    if (const auto read = read_image_file(image_file())) {
      glTexImage2D(GL_TEXTURE_2D, 0, GL_SRGB8_ALPHA8, read->width, read->height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   read->rgba.data());
      glGenerateMipmap(GL_TEXTURE_2D);
    }
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_LINEAR_MIPMAP_LINEAR);
    glGenTextures(1, &shadow_);
    glBindTexture(GL_TEXTURE_2D, shadow_);
    glTexImage2D(GL_TEXTURE_2D, 0, GL_DEPTH_COMPONENT32F, shadow_size, shadow_size, 0, GL_DEPTH_COMPONENT, GL_FLOAT,
                 nullptr);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_COMPARE_MODE, GL_COMPARE_REF_TO_TEXTURE);
    glGenFramebuffers(1, &shadow_frame_);
    glBindFramebuffer(GL_FRAMEBUFFER, shadow_frame_);
    glFramebufferTexture2D(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_TEXTURE_2D, shadow_, 0);
    glDrawBuffer(GL_NONE);
    glGenFramebuffers(1, &frame_);
    glBindFramebuffer(GL_FRAMEBUFFER, frame_);
    GLuint buffers[2];
    glGenRenderbuffers(2, buffers);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[0]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, 640, 480);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, buffers[0]);
    glBindRenderbuffer(GL_RENDERBUFFER, buffers[1]);
    glRenderbufferStorage(GL_RENDERBUFFER, GL_DEPTH_COMPONENT32F, 640, 480);
    glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_DEPTH_ATTACHMENT, GL_RENDERBUFFER, buffers[1]);
    glEnable(GL_DEPTH_TEST);
    glEnable(GL_CULL_FACE);
    glClearColor(0.5f, 0.7f, 1, 1);
    glPixelStorei(GL_PACK_ALIGNMENT, 1);
  }

  std::string name() const override { return "OpenGL 3.3"; }

  void image(const Camera& camera, bool shadows) override {
    draw(camera, shadows);
    bytes_.resize(3 * std::size_t(camera.width) * std::size_t(camera.height));
    glReadPixels(0, 0, camera.width, camera.height, GL_RGB, GL_UNSIGNED_BYTE, bytes_.data());
  }
  void depths(const Camera& camera) override {
    bind_camera(camera, shadow_program_);
    glDrawArrays(GL_TRIANGLES, 0, count_);
    depths_.resize(std::size_t(camera.width) * std::size_t(camera.height));
    glReadPixels(0, 0, camera.width, camera.height, GL_DEPTH_COMPONENT, GL_FLOAT, depths_.data());
    for (float& depth : depths_) depth = near * far / (far - depth * (far - near));
  }

 private:
  static constexpr float near = 0.01f, far = 50;

  static void set(GLuint program, const char* name, const Eigen::Matrix4f& matrix) {
    glUniformMatrix4fv(glGetUniformLocation(program, name), 1, GL_FALSE, matrix.data());
  }

  void bind_camera(const Camera& camera, GLuint program) {
    glBindFramebuffer(GL_FRAMEBUFFER, frame_);
    glViewport(0, 0, camera.width, camera.height);
    glClear(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT);
    glUseProgram(program);
    const auto h = float(std::tan(camera.field_of_view / 2));
    Eigen::Matrix4f clip = Eigen::Matrix4f::Zero();
    clip(0, 0) = 1 / h;
    clip(1, 1) = float(camera.width) / float(camera.height) / h;
    clip(2, 2) = -(far + near) / (far - near);
    clip(2, 3) = -2 * far * near / (far - near);
    clip(3, 2) = -1;
    set(program, "clip_from_world", clip * from_world(camera.from, camera.to - camera.from));
  }

  void draw(const Camera& camera, bool shadows) {
    const Eigen::Vector3d way(light_direction[0], light_direction[1], light_direction[2]);
    Eigen::Matrix4f light = Eigen::Matrix4f::Zero();
    light(0, 0) = light(1, 1) = 1 / 7.5f;
    light(2, 2) = -1 / 10.0f;
    light(3, 3) = 1;
    light = light * from_world(Eigen::Vector3d::Zero(), way);
    if (shadows) {
      glBindFramebuffer(GL_FRAMEBUFFER, shadow_frame_);
      glViewport(0, 0, shadow_size, shadow_size);
      glClear(GL_DEPTH_BUFFER_BIT);
      glUseProgram(shadow_program_);
      set(shadow_program_, "clip_from_world", light);
      glDrawArrays(GL_TRIANGLES, 0, count_);
    }
    bind_camera(camera, program_);
    set(program_, "light_from_world", light);
    const Eigen::Vector3f eye = camera.from.cast<float>(), to_light = -way.normalized().cast<float>();
    glUniform3fv(glGetUniformLocation(program_, "eye"), 1, eye.data());
    glUniform3fv(glGetUniformLocation(program_, "to_light"), 1, to_light.data());
    glUniform1f(glGetUniformLocation(program_, "has_shadows"), shadows ? 1 : 0);
    glUniform1i(glGetUniformLocation(program_, "image"), 0);
    glUniform1i(glGetUniformLocation(program_, "shadow"), 1);
    glActiveTexture(GL_TEXTURE0);
    glBindTexture(GL_TEXTURE_2D, image_);
    glActiveTexture(GL_TEXTURE1);
    glBindTexture(GL_TEXTURE_2D, shadow_);
    glDrawArrays(GL_TRIANGLES, 0, count_);
  }

  GLsizei count_;
  GLuint program_, shadow_program_, array_, image_, shadow_, shadow_frame_, frame_;
};

bool is_current = false;

}  // namespace

bool begin_opengl(std::string& error) {
  if (is_current) return true;
  // The work is that of this thread, which is what is timed.
  ::setenv("LP_NUM_THREADS", "0", 1);
  ::setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
  const auto get_display =
      reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(eglGetProcAddress("eglGetPlatformDisplayEXT"));
  EGLDisplay display =
      get_display ? get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr) : EGL_NO_DISPLAY;
  if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr) || !eglBindAPI(EGL_OPENGL_API)) {
    error = "EGL has no surfaceless display";
    return false;
  }
  constexpr EGLint wanted[] = {EGL_SURFACE_TYPE, EGL_PBUFFER_BIT, EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
  EGLConfig config;
  EGLint count = 0;
  // The profile with all that OpenGL ever had, which MuJoCo needs.
  if (!eglChooseConfig(display, wanted, &config, 1, &count) || count == 0) {
    error = "EGL has no configuration for OpenGL";
    return false;
  }
  EGLContext context = eglCreateContext(display, config, EGL_NO_CONTEXT, nullptr);
  is_current = context != EGL_NO_CONTEXT && eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context);
  if (!is_current) error = "EGL gives no context of OpenGL";
  return is_current;
}

std::unique_ptr<Peer> make_opengl(const std::vector<Corner>& corners, std::string& error) {
  if (!begin_opengl(error)) return nullptr;
  error.clear();
  const GLuint program = program_of(vertex_text, fragment_text, error),
               shadow_program = program_of(vertex_text, shadow_text, error);
  if (!program || !shadow_program) return nullptr;
  return std::make_unique<OpenGl>(corners, program, shadow_program);
}

}  // namespace lightsout::arena

#endif
