// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// The module that holds libpng, libjpeg and stb_image (for .hdr alone): decodes a whole file into 8-bit RGBA, and
// writes files.
#include "controllers/wire/image_module.h"

#include <fmt/format.h>
#include <jpeglib.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <csetjmp>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <memory>

#include "engine/image/image_file.h"

#define STB_IMAGE_IMPLEMENTATION
#define STB_IMAGE_STATIC
#define STBI_ONLY_HDR
#define STBI_NO_THREAD_LOCALS
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpragmas"
#pragma GCC diagnostic ignored "-Wunused-function"
#pragma GCC diagnostic ignored "-Wconversion"
#pragma GCC diagnostic ignored "-Wsign-conversion"
#pragma GCC diagnostic ignored "-Wold-style-cast"
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#include <stb/stb_image.h>
#pragma GCC diagnostic pop

namespace lightsout {

namespace {

bool read_png(const char* path, std::uint64_t most_pixels, Image& image, std::string& error) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  const std::unique_ptr<png_image, void (*)(png_image*)> guard(&png, [](png_image* p) { png_image_free(p); });
  if (!png_image_begin_read_from_file(&png, path)) {
    error = png.message;
    return false;
  }
  if (std::uint64_t(png.width) * png.height > most_pixels) {
    error = fmt::format("has {} x {} pixels", png.width, png.height);
    return false;
  }
  png.format = PNG_FORMAT_RGBA;
  // Without a word on its gamma a file of 16 bits is sRGB as one of 8 bits is.
  png.flags |= PNG_IMAGE_FLAG_16BIT_sRGB;
  image.width = int(png.width);
  image.height = int(png.height);
  image.rgba.resize(std::size_t(png.width) * png.height * 4);
  if (!png_image_finish_read(&png, nullptr, image.rgba.data(), 0, nullptr)) {
    error = png.message;
    return false;
  }
  return true;
}

struct JpegErrors {
  jpeg_error_mgr manager;  // first: libjpeg hands a pointer to it back
  std::jmp_buf fail;
  char message[JMSG_LENGTH_MAX];
};

// Everything with a destructor lives outside, because errors come back by longjmp.
bool decode_jpeg(std::FILE* file, std::uint64_t most_pixels, jpeg_decompress_struct& jpeg, JpegErrors& errors,
                 Image& image) {
  jpeg.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = [](j_common_ptr common) {
    auto* e = reinterpret_cast<JpegErrors*>(common->err);
    e->manager.format_message(common, e->message);
    std::longjmp(e->fail, 1);
  };
  errors.manager.output_message = [](j_common_ptr) {};
  if (setjmp(errors.fail)) return false;
  jpeg_create_decompress(&jpeg);
  jpeg_stdio_src(&jpeg, file);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.out_color_space = JCS_EXT_RGBA;
  jpeg.dct_method = JDCT_ISLOW;
  if (std::uint64_t(jpeg.image_width) * jpeg.image_height > most_pixels) {
    std::snprintf(errors.message, sizeof errors.message, "has %u x %u pixels", jpeg.image_width, jpeg.image_height);
    return false;
  }
  jpeg_start_decompress(&jpeg);
  image.width = int(jpeg.output_width);
  image.height = int(jpeg.output_height);
  image.rgba.resize(std::size_t(image.width) * image.height * 4);
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW row = &image.rgba[std::size_t(jpeg.output_scanline) * image.width * 4];
    jpeg_read_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_decompress(&jpeg);
  return true;
}

bool read_jpeg(std::FILE* file, std::uint64_t most_pixels, Image& image, std::string& error) {
  jpeg_decompress_struct jpeg{};
  JpegErrors errors{};
  const bool done = decode_jpeg(file, most_pixels, jpeg, errors, image);
  jpeg_destroy_decompress(&jpeg);
  if (!done) error = errors.message;
  return done;
}

// sRGB of linear light (IEC 61966-2-1), which ends at 1.
std::uint8_t srgb_byte(float light) {
  if (!(light > 0)) return 0;
  const double value = light <= 0.0031308f ? 12.92 * double(light) : 1.055 * std::pow(double(light), 1 / 2.4) - 0.055;
  return std::uint8_t(std::min(255.0, 255 * value + 0.5));
}

// The rows behind the header are all there (G. Ward, "Real pixels", Graphics Gems II): four bytes a pixel, or, where a
// row begins with 2 2 and its width, each of its channels in runs.
bool has_all_rows(std::FILE* file, int width, int height) {
  std::rewind(file);
  // The header ends with an empty line and the line of the size.
  for (int last = 0, byte = std::fgetc(file); !(last == '\n' && byte == '\n'); last = byte, byte = std::fgetc(file))
    if (byte == EOF) return false;
  for (int byte = std::fgetc(file); byte != '\n'; byte = std::fgetc(file))
    if (byte == EOF) return false;
  const auto skip = [file](long count) {
    for (; count > 0; --count)
      if (std::fgetc(file) == EOF) return false;
    return true;
  };
  for (int y = 0; y < height; ++y) {
    int start[4];
    for (int& byte : start)
      if ((byte = std::fgetc(file)) == EOF) return false;
    const bool in_runs = width >= 8 && width < 32768 && start[0] == 2 && start[1] == 2 && start[2] < 128;
    // A file that begins without runs has none.
    if (!in_runs) return skip(4 * (long(width) * (height - y) - 1));
    for (int channel = 0; channel < 4; ++channel)
      for (int x = 0; x < width;) {
        const int count = std::fgetc(file);
        if (count == EOF || count == 0) return false;
        if (!skip(count > 128 ? 1 : count)) return false;
        x += count > 128 ? count - 128 : count;
      }
  }
  return true;
}

// stb_image does not always know.
std::string why_no_hdr() {
  const char* const reason = stbi_failure_reason();
  return reason ? fmt::format("is no image: {}", reason) : "is no image";
}

// Radiance's format: red, green and blue with a common exponent, linear.
bool read_hdr(std::FILE* file, std::uint64_t most_pixels, Image& image, std::string& error) {
  int width = 0, height = 0, channels = 0;
  if (!stbi_info_from_file(file, &width, &height, &channels) || width < 1 || height < 1) {
    error = why_no_hdr();
    return false;
  }
  if (std::uint64_t(width) * std::uint64_t(height) > most_pixels) {
    error = fmt::format("has {} x {} pixels", width, height);
    return false;
  }
  if (!has_all_rows(file, width, height)) {
    error = "is cut off";
    return false;
  }
  std::rewind(file);
  const std::unique_ptr<float, void (*)(void*)> light(stbi_loadf_from_file(file, &width, &height, &channels, 3),
                                                      stbi_image_free);
  if (!light) {
    error = why_no_hdr();
    return false;
  }
  image.width = width;
  image.height = height;
  image.light.assign(light.get(), light.get() + std::size_t(width) * std::size_t(height) * 3);
  image.rgba.reserve(std::size_t(width) * std::size_t(height) * 4);
  for (std::size_t i = 0; i < image.light.size(); ++i) {
    image.rgba.push_back(srgb_byte(image.light[i]));
    if (i % 3 == 2) image.rgba.push_back(255);
  }
  return true;
}

bool write_png(const char* path, int width, int height, const unsigned char* bgra, bool with_alpha,
               std::string& error) {
  png_image png{};
  png.version = PNG_IMAGE_VERSION;
  png.width = png_uint_32(width);
  png.height = png_uint_32(height);
  png.format = PNG_FORMAT_BGRA;
  std::vector<unsigned char> opaque;
  if (!with_alpha) {
    // libpng has no format that leaves a fourth byte out.
    png.format = PNG_FORMAT_BGR;
    opaque.reserve(std::size_t(width) * std::size_t(height) * 3);
    for (std::size_t i = 0; i < std::size_t(width) * std::size_t(height); ++i)
      opaque.insert(opaque.end(), bgra + 4 * i, bgra + 4 * i + 3);
    bgra = opaque.data();
  }
  const bool done = png_image_write_to_file(&png, path, 0, bgra, 0, nullptr) != 0;
  if (!done) error = png.message;
  png_image_free(&png);
  return done;
}

// Everything with a destructor lives outside, because errors come back by longjmp.
bool encode_jpeg(std::FILE* file, int width, int height, const unsigned char* bgra, int quality,
                 jpeg_compress_struct& jpeg, JpegErrors& errors) {
  jpeg.err = jpeg_std_error(&errors.manager);
  errors.manager.error_exit = [](j_common_ptr common) {
    auto* e = reinterpret_cast<JpegErrors*>(common->err);
    e->manager.format_message(common, e->message);
    std::longjmp(e->fail, 1);
  };
  if (setjmp(errors.fail)) return false;
  jpeg_create_compress(&jpeg);
  jpeg_stdio_dest(&jpeg, file);
  jpeg.image_width = JDIMENSION(width);
  jpeg.image_height = JDIMENSION(height);
  jpeg.input_components = 4;
  jpeg.in_color_space = JCS_EXT_BGRX;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, quality, TRUE);
  jpeg.dct_method = JDCT_ISLOW;
  jpeg_start_compress(&jpeg, TRUE);
  while (jpeg.next_scanline < jpeg.image_height) {
    auto* row = const_cast<JSAMPROW>(bgra + std::size_t(jpeg.next_scanline) * std::size_t(width) * 4);
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  return true;
}

bool write_jpeg(const char* path, int width, int height, const unsigned char* bgra, int quality, std::string& error) {
  std::FILE* file = std::fopen(path, "wb");
  if (!file) {
    error = std::strerror(errno);
    return false;
  }
  jpeg_compress_struct jpeg{};
  JpegErrors errors{};
  bool done = encode_jpeg(file, width, height, bgra, quality, jpeg, errors);
  jpeg_destroy_compress(&jpeg);
  if (!done) error = errors.message;
  if (std::fclose(file) != 0 && done) {
    done = false;
    error = std::strerror(errno);
  }
  return done;
}

void say(const std::string& error, char* text, std::size_t size) { std::snprintf(text, size, "%s", error.c_str()); }

}  // namespace

}  // namespace lightsout

extern "C" bool lightsout_write_image(const char* path, int width, int height, const unsigned char* bgra,
                                      bool with_alpha, int quality, char* error, std::size_t error_size) {
  std::string text;
  const bool done = quality == 0 ? lightsout::write_png(path, width, height, bgra, with_alpha, text)
                                 : lightsout::write_jpeg(path, width, height, bgra, quality, text);
  lightsout::say(text, error, error_size);
  return done;
}

extern "C" bool lightsout_read_image(const char* path, std::uint64_t most_pixels, lightsout::Image& image,
                                     std::string& error) {
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path, "rb"), std::fclose);
  unsigned char magic[8] = {};
  if (!file) {
    error = std::strerror(errno);
    return false;
  }
  const std::size_t read = std::fread(magic, 1, sizeof magic, file.get());
  std::rewind(file.get());
  if (read == 8 && png_sig_cmp(magic, 0, 8) == 0) return lightsout::read_png(path, most_pixels, image, error);
  if (read >= 2 && magic[0] == 0xff && magic[1] == 0xd8)
    return lightsout::read_jpeg(file.get(), most_pixels, image, error);
  if (read >= 2 && magic[0] == '#' && magic[1] == '?')
    return lightsout::read_hdr(file.get(), most_pixels, image, error);
  error = "is neither PNG, JPEG nor HDR";
  return false;
}

extern "C" unsigned char* lightsout_load_image(const char* path, int* width, int* height, char* error,
                                               std::size_t error_size) {
  constexpr std::uint64_t most_pixels = 1u << 28;
  lightsout::Image image;
  std::string text;
  auto* pixels = static_cast<unsigned char*>(nullptr);
  if (lightsout_read_image(path, most_pixels, image, text)) {
    pixels = static_cast<unsigned char*>(std::malloc(std::max<std::size_t>(1, image.rgba.size())));
    if (!pixels) text = "there is not enough memory";
    for (std::size_t i = 0; pixels && i < image.rgba.size(); i += 4) {
      const std::uint8_t* rgba = &image.rgba[i];
      const unsigned char bgra[] = {rgba[2], rgba[1], rgba[0], rgba[3]};
      std::memcpy(pixels + i, bgra, sizeof bgra);
    }
    *width = image.width;
    *height = image.height;
  }
  lightsout::say(text, error, error_size);
  return pixels;
}
