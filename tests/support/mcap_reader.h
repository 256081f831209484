// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
// A small reader of MCAP, written after the specification (https://mcap.dev/spec) and not after the writer: as a
// stream, by the index at the end, and of files that end anywhere.
#pragma once

#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

namespace lightsout {

// Bytes, taken from the front. Throws std::out_of_range where there are too few.
class McapBytes {
 public:
  explicit McapBytes(std::string_view bytes) : rest_(bytes) {}

  template <class Number>
  Number take() {
    Number number;
    std::memcpy(&number, take_bytes(sizeof number).data(), sizeof number);
    return number;
  }
  std::string_view take_bytes(std::uint64_t count) {
    if (count > rest_.size()) throw std::out_of_range("MCAP: cut off");
    const std::string_view bytes = rest_.substr(0, std::size_t(count));
    rest_.remove_prefix(std::size_t(count));
    return bytes;
  }
  std::string text() { return std::string(take_bytes(take<std::uint32_t>())); }
  bool empty() const { return rest_.empty(); }
  std::string_view rest() const { return rest_; }

 private:
  std::string_view rest_;
};

struct McapMessage {
  std::string topic, schema, data;
  std::uint64_t time;  // ns
  std::uint32_t sequence;
};

class McapReader {
 public:
  explicit McapReader(std::string bytes) : bytes_(std::move(bytes)) {
    require(bytes_.starts_with(magic), "no magic at the start");
  }

  // From the start to the end, or to where the file is cut; then `is_whole` is false.
  std::vector<McapMessage> stream(bool* is_whole = nullptr) {
    std::vector<McapMessage> messages;
    McapBytes file(std::string_view(bytes_).substr(magic.size()));
    if (is_whole) *is_whole = false;
    try {
      for (;;) {
        const std::uint64_t at = bytes_.size() - file.rest().size();
        const auto op = file.take<std::uint8_t>();
        McapBytes record(file.take_bytes(file.take<std::uint64_t>()));
        if (op == 0x06) read_chunk(record, messages);
        if (op == 0x0f) {  // end of the data
          const auto crc = record.take<std::uint32_t>();
          require(crc == crc_of(std::string_view(bytes_).substr(0, at)), "checksum of the data");
        }
        if (op == 0x02) {
          require(file.rest() == magic, "magic at the end");
          if (is_whole) *is_whole = true;
          return messages;
        }
      }
    } catch (const std::out_of_range&) {
      return messages;
    }
  }

  // The messages of a topic, found by the summary, the chunk indexes and the message indexes alone.
  std::vector<McapMessage> by_index(const std::string& topic) {
    constexpr std::size_t footer_size = 1 + 8 + 8 + 8 + 4;
    const std::string_view all = bytes_;
    require(all.ends_with(magic), "no magic at the end");
    const std::size_t footer_at = all.size() - magic.size() - footer_size;
    McapBytes footer(all.substr(footer_at, footer_size));
    require(footer.take<std::uint8_t>() == 0x02 && footer.take<std::uint64_t>() == 20, "no footer");
    const auto summary = footer.take<std::uint64_t>(), offsets = footer.take<std::uint64_t>();
    const auto crc = footer.take<std::uint32_t>();
    require(crc == crc_of(all.substr(summary, footer_at + footer_size - 4 - summary)), "checksum of the summary");
    read_offsets(all.substr(offsets, footer_at - offsets), summary, offsets);

    std::vector<McapMessage> messages;
    McapBytes records(all.substr(summary, offsets - summary));
    while (!records.empty()) {
      const auto op = records.take<std::uint8_t>();
      McapBytes record(records.take_bytes(records.take<std::uint64_t>()));
      if (op == 0x03 || op == 0x04) read_definition(op, record);
      if (op == 0x08) follow_chunk_index(record, topic, messages);
      if (op == 0x0b) message_count = record.take<std::uint64_t>();
    }
    return messages;
  }

  struct Schema {
    std::string name, encoding, data;
  };
  struct Channel {
    std::uint16_t schema;
    std::string topic, encoding;
  };
  std::map<std::uint16_t, Schema> schemas;
  std::map<std::uint16_t, Channel> channels;
  std::uint64_t message_count = 0;  // as the statistics have it
  int chunks = 0;                   // that were read

 private:
  static constexpr std::string_view magic = "\x89MCAP0\r\n";

  static void require(bool holds, const std::string& what) {
    if (!holds) throw std::runtime_error("MCAP: " + what);
  }
  static std::uint32_t crc_of(std::string_view bytes) {
    return std::uint32_t(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  }

  void read_definition(int op, McapBytes& record) {
    const auto number = record.take<std::uint16_t>();
    if (op == 0x03) {
      Schema& schema = schemas[number];
      schema.name = record.text();
      schema.encoding = record.text();
      schema.data = record.text();
      return;
    }
    Channel& channel = channels[number];
    channel.schema = record.take<std::uint16_t>();
    channel.topic = record.text();
    channel.encoding = record.text();
    require(schemas.contains(channel.schema), "a channel without its schema");
  }

  McapMessage read_message(McapBytes& record) {
    const auto channel = channels.find(record.take<std::uint16_t>());
    require(channel != channels.end(), "a message without its channel");
    McapMessage message;
    message.topic = channel->second.topic;
    message.schema = schemas.at(channel->second.schema).name;
    message.sequence = record.take<std::uint32_t>();
    message.time = record.take<std::uint64_t>();
    record.take<std::uint64_t>();
    message.data = record.rest();
    return message;
  }

  std::string unpacked(McapBytes& record) {
    record.take<std::uint64_t>();
    record.take<std::uint64_t>();
    const auto size = record.take<std::uint64_t>();
    const auto crc = record.take<std::uint32_t>();
    require(record.text() == "zstd", "compression");
    const std::string_view packed = record.take_bytes(record.take<std::uint64_t>());
    std::string records(std::size_t(size), '\0');
    require(ZSTD_decompress(records.data(), records.size(), packed.data(), packed.size()) == size, "zstd");
    require(crc == crc_of(records), "checksum of a chunk");
    return records;
  }

  void read_chunk(McapBytes& chunk, std::vector<McapMessage>& messages) {
    ++chunks;
    const std::string text = unpacked(chunk);
    McapBytes records(text);
    while (!records.empty()) {
      const auto op = records.take<std::uint8_t>();
      McapBytes record(records.take_bytes(records.take<std::uint64_t>()));
      if (op == 0x05)
        messages.push_back(read_message(record));
      else
        read_definition(op, record);
    }
  }

  // Each group of the summary begins with a record of its kind, and they follow each other without gaps.
  void read_offsets(std::string_view bytes, std::uint64_t summary, std::uint64_t end) {
    McapBytes offsets(bytes);
    std::uint64_t next = summary;
    while (!offsets.empty()) {
      require(offsets.take<std::uint8_t>() == 0x0e, "summary offset");
      McapBytes record(offsets.take_bytes(offsets.take<std::uint64_t>()));
      const auto op = record.take<std::uint8_t>();
      const auto start = record.take<std::uint64_t>(), length = record.take<std::uint64_t>();
      require(start == next && std::uint8_t(bytes_[start]) == op, "a group of the summary");
      next += length;
    }
    require(next == end, "the groups of the summary");
  }

  void follow_chunk_index(McapBytes& record, const std::string& topic, std::vector<McapMessage>& messages) {
    record.take<std::uint64_t>();
    record.take<std::uint64_t>();
    const auto offset = record.take<std::uint64_t>(), length = record.take<std::uint64_t>();
    McapBytes chunk(std::string_view(bytes_).substr(offset, length));
    require(chunk.take<std::uint8_t>() == 0x06 && chunk.take<std::uint64_t>() == length - 9, "a chunk's index");
    McapBytes indexes(record.take_bytes(record.take<std::uint32_t>()));
    std::string text;
    while (!indexes.empty()) {
      const auto channel = indexes.take<std::uint16_t>();
      const auto at = indexes.take<std::uint64_t>();
      if (channels.at(channel).topic != topic) continue;
      if (text.empty()) text = unpacked(chunk);
      McapBytes index(std::string_view(bytes_).substr(at));
      require(index.take<std::uint8_t>() == 0x07, "a message index");
      McapBytes entries(index.take_bytes(index.take<std::uint64_t>()));
      require(entries.take<std::uint16_t>() == channel, "the channel of a message index");
      entries.take<std::uint32_t>();
      while (!entries.empty()) {
        const auto time = entries.take<std::uint64_t>(), place = entries.take<std::uint64_t>();
        McapBytes message(std::string_view(text).substr(place));
        require(message.take<std::uint8_t>() == 0x05, "a message where its index says");
        McapBytes body(message.take_bytes(message.take<std::uint64_t>()));
        messages.push_back(read_message(body));
        require(messages.back().time == time, "the time of a message");
      }
    }
  }

  std::string bytes_;
};

}  // namespace lightsout
