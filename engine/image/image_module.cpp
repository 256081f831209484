// The module that holds libpng and libjpeg: decodes a whole file into 8-bit RGBA.
#include <fmt/format.h>
#include <jpeglib.h>
#include <png.h>

#include <csetjmp>
#include <cstdio>
#include <cstring>
#include <memory>

#include "engine/image/image_file.h"

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

}  // namespace

}  // namespace lightsout

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
  error = "is neither PNG nor JPEG";
  return false;
}
