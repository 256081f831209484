/* SPDX-FileCopyrightText: the lightsout authors */
/* SPDX-License-Identifier: Apache-2.0 */
/* The session with the engine: turns, message streams, the copy that is worked on between step_begin and step_end. It
 * knows no device and no transport. */
#include "controllers/lib/session.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdio_ext.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "controllers/lib/session_state.h"
#include "controllers/lib/turns.h"

lo_session* lo_current = NULL;

void lo_out_of_memory(void) {
  fprintf(stderr, "Error: libController: out of memory.\n");
  if (lo_is_in_process()) lo_current->transport.leave(lo_current->transport.context, 1, true);
  abort();
}

static void* grown(void* memory, size_t size) {
  memory = realloc(memory, size);
  if (!memory && size) lo_out_of_memory();
  return memory;
}

static void stream_append(lo_stream* stream, const void* bytes, size_t count) {
  if (stream->size + count > stream->capacity) {
    stream->capacity = (stream->size + count) * 2;
    stream->bytes = grown(stream->bytes, stream->capacity);
  }
  if (count) memcpy(stream->bytes + stream->size, bytes, count);
  stream->size += count;
}

static void stream_drop_front(lo_stream* stream, size_t count) {
  if (count < stream->size) memmove(stream->bytes, stream->bytes + count, stream->size - count);
  stream->size -= count;
}

lo_session* lo_session_new(const lo_transport* transport) {
  lo_session* session = calloc(1, sizeof *session);
  if (!session) return NULL;
  session->transport = *transport;
  session->owner = getpid();
  session->thread = pthread_self();
  session->view = (char*)transport->block;
  const uint32_t boxes[2] = {transport->block->to_engine.offset, transport->block->to_controller.offset};
  session->copy_size = boxes[0] < boxes[1] ? boxes[0] : boxes[1];
  session->device_count = transport->block->device_count;
  session->device_capacity = session->device_count + LO_SPARE_DEVICES;
  session->touched = transport->block->touched;
  session->private_memory = calloc((size_t)session->device_capacity + 1, sizeof(lo_private_memory*));
  session->devices = calloc((size_t)session->device_capacity + 1, sizeof *session->devices);
  if (!session->private_memory || !session->devices) {
    free(session->private_memory);
    free(session->devices);
    free(session);
    return NULL;
  }
  const lo_device* table = (const lo_device*)(const void*)(session->view + transport->block->devices);
  for (uint32_t i = 0; i < session->device_count; ++i)
    session->devices[i] = (lo_known_device){table[i].kind, table[i].state};
  pthread_mutexattr_t attributes;
  pthread_mutexattr_init(&attributes);
  pthread_mutexattr_settype(&attributes, PTHREAD_MUTEX_RECURSIVE);
  pthread_mutex_init(&session->mutex, &attributes);
  pthread_mutexattr_destroy(&attributes);
  return session;
}

void lo_session_delete(lo_session* session) {
  if (!session) return;
  while (session->closing) {
    lo_closing* closing = session->closing;
    session->closing = closing->next;
    closing->release(closing->memory);
    if (closing->library) dlclose(closing->library);
    free(closing);
  }
  for (uint32_t i = 0; i <= session->device_capacity; ++i) {
    for (lo_private_memory* memory = session->private_memory[i]; memory;) {
      lo_private_memory* next = memory->next;
      free(memory->owned);
      free(memory);
      memory = next;
    }
  }
  free(session->private_memory);
  free(session->devices);
  for (lo_said* said = session->said; said;) {
    lo_said* next = said->next;
    free(said);
    said = next;
  }
  free(session->out.bytes);
  free(session->in.bytes);
  free(session->answer.bytes);
  free(session->copy);
  free(session->snapshot);
  free(session->marks);
  pthread_mutex_destroy(&session->mutex);
  free(session);
}

bool lo_is_session_owner(void) { return lo_current && lo_current->owner == getpid(); }

lo_block* lo_current_block(void) { return lo_current ? lo_current->transport.block : NULL; }

void lo_lock(void) {
  if (lo_current) pthread_mutex_lock(&lo_current->mutex);
}

bool lo_try_lock(void) { return !lo_current || pthread_mutex_trylock(&lo_current->mutex) == 0; }

void lo_unlock(void) {
  if (lo_current) pthread_mutex_unlock(&lo_current->mutex);
}

lo_phase lo_session_phase(void) { return lo_current->phase; }
void lo_session_set_phase(lo_phase phase) {
  lo_current->phase = phase;
  if (phase != LO_ENDED) return;
  if (lo_current->prints[0].is_on) fflush(stdout);
  lo_end_prints(lo_current);
}
unsigned lo_step_hooks(void) { return lo_current->step_hooks; }
void lo_call_at_step(lo_step_hook_number hook) {
  if (lo_current) lo_current->step_hooks |= 1u << hook;
}
bool lo_stepping(void) { return lo_current && lo_current->stepping; }

/* Writes the outgoing stream into the engine's box, which the engine has emptied. */
static void fill_box(lo_session* session) {
  lo_block* block = session->transport.block;
  const uint32_t moved = lo_box_fill(block, block->to_engine.offset, block->to_engine.capacity, &block->to_engine,
                                     session->out.bytes, session->out.size);
  if (moved) stream_drop_front(&session->out, moved);
}

static void handle(lo_session* session, const lo_message* record) {
  const void* payload = lo_payload(record);
  switch (record->kind) {
    case LO_MESSAGE_ANSWER:
      session->answer.size = 0;
      stream_append(&session->answer, payload, record->size);
      stream_append(&session->answer, "", 1); /* text answers end with a NUL */
      session->answered = true;
      break;
#define LO_HANDLE(message_kind, function)                      \
  case message_kind: {                                         \
    lo_message_handler function;                               \
    function((WbDeviceTag)record->tag, payload, record->size); \
    break;                                                     \
  }
#include "controllers/lib/messages.def"
#undef LO_HANDLE
    default:
      break; /* of an engine that knows more */
  }
}

static void empty_box(lo_session* session) {
  lo_block* block = session->transport.block;
  lo_box* box = &block->to_controller;
  if (!box->size) return;
  stream_append(&session->in, (const char*)block + box->offset, box->size);
  box->size = 0;
  uint64_t next = 0;
  int damaged = 0;
  const lo_message* record;
  while ((record = lo_next_record(session->in.bytes, session->in.size, &next, &damaged))) handle(session, record);
  stream_drop_front(&session->in, damaged ? session->in.size : next);
}

static void hand(lo_session* session, int request, int step_ms) {
  lo_block* block = session->transport.block;
  /* What was printed before the step is out before the step, also if this process is killed. */
  if (__fpending(stdout)) fflush(stdout);
  lo_carry_prints(session, request == LO_REQUEST_EXIT);
  fill_box(session);
  block->request = request;
  block->step_ms = step_ms;
  session->transport.hand(session->transport.context);
}

static int wait_answer(lo_session* session) {
  session->waiter = pthread_self();
  __atomic_store_n(&session->waits, true, __ATOMIC_RELEASE);
  session->is_owed = !session->transport.wait(session->transport.context);
  __atomic_store_n(&session->waits, false, __ATOMIC_RELAXED);
  if (session->is_owed) return LO_NO_ANSWER;
  empty_box(session);
  return session->transport.block->answer;
}

int lo_step_duration(void) { return lo_current->step_ms; }

bool lo_is_owed_answer(void) { return lo_current && lo_current->is_owed; }

bool lo_is_waiting_here(void) {
  return lo_current && !lo_current->transport.in_process && __atomic_load_n(&lo_current->waits, __ATOMIC_ACQUIRE) &&
         pthread_equal(lo_current->waiter, pthread_self());
}

static bool is_in_hurry;
void lo_hurry(void) { __atomic_store_n(&is_in_hurry, true, __ATOMIC_RELAXED); }
bool lo_is_in_hurry(void) { return __atomic_load_n(&is_in_hurry, __ATOMIC_RELAXED); }

static bool is_last(int answer) { return answer == LO_ANSWER_TERMINATE || answer == LO_NO_ANSWER; }

/* Immediate exchanges until neither side holds back messages. */
static int drain(lo_session* session, int answer) {
  const lo_block* block = session->transport.block;
  while (!is_last(answer) && (block->to_controller.more || block->to_engine.more)) {
    hand(session, LO_REQUEST_IMMEDIATE, 0);
    const int next = wait_answer(session);
    if (is_last(next)) return next;
  }
  return answer;
}

/* Before a request: waits for an answer that is owed, and sends what does not fit into one box. */
static int make_way(lo_session* session) {
  if (session->is_owed) {
    const int answer = drain(session, wait_answer(session));
    if (is_last(answer)) return answer;
  }
  while (session->out.size > session->transport.block->to_engine.capacity) {
    hand(session, LO_REQUEST_IMMEDIATE, 0);
    const int answer = wait_answer(session);
    if (is_last(answer)) return answer;
  }
  return LO_ANSWER_SERVED;
}

void lo_have_engine_wait(void) {
  lo_session* session = lo_current;
  if (!session || session->phase != LO_RUNNING) return;
  lo_lock();
  int answer = make_way(session);
  if (!is_last(answer)) {
    hand(session, LO_REQUEST_IMMEDIATE, 0);
    answer = drain(session, wait_answer(session));
  }
  if (answer == LO_ANSWER_TERMINATE) session->phase = LO_ENDING;
  lo_unlock();
}

static void begin_copy(lo_session* session) {
  lo_block* block = session->transport.block;
  if (!session->copy) {
    session->copy = grown(NULL, session->copy_size);
    session->snapshot = grown(NULL, session->copy_size);
  }
  memcpy(session->copy, block, session->copy_size);
  memcpy(session->snapshot, block, session->copy_size);
  session->view = session->copy;
}

/* Words that the controller wrote in the copy are commands for the next request. */
static void merge_copy(lo_session* session) {
  const size_t words = session->copy_size / sizeof(uint32_t);
  const uint32_t* copy = (const uint32_t*)(const void*)session->copy;
  const uint32_t* snapshot = (const uint32_t*)(const void*)session->snapshot;
  uint32_t* block = (uint32_t*)(void*)session->transport.block;
  session->view = (char*)block;
  for (size_t i = sizeof(lo_block) / sizeof(uint32_t); i < words; ++i)
    if (copy[i] != snapshot[i]) block[i] = copy[i];
  for (size_t i = 0; i < session->mark_count; ++i) {
    uint32_t* word = (uint32_t*)(void*)((char*)block + session->marks[i].offset);
    *word = (*word & ~session->marks[i].unset) | session->marks[i].set;
  }
  session->mark_count = 0;
}

void lo_step_begin(int step_ms, bool overlaps) {
  lo_session* session = lo_current;
  session->early_answer = make_way(session);
  if (session->early_answer == LO_NO_ANSWER) return;
  session->stepper = pthread_self();
  session->stepping = true;
  session->step_ms = step_ms;
  if (session->early_answer == LO_ANSWER_TERMINATE) return;
  if (overlaps) begin_copy(session);
  hand(session, LO_REQUEST_STEP, step_ms);
}

int lo_step_end(void) {
  lo_session* session = lo_current;
  int answer = session->early_answer;
  if (answer == LO_NO_ANSWER) return answer;
  if (answer != LO_ANSWER_TERMINATE) {
    answer = wait_answer(session);
    if (answer == LO_NO_ANSWER) return answer;
    if (session->view == session->copy) merge_copy(session);
    answer = drain(session, answer);
    if (answer == LO_NO_ANSWER) return answer;
  }
  session->stepping = false;
  return answer;
}

void lo_leave(void) { __atomic_store_n(&lo_current->leaving, true, __ATOMIC_RELAXED); }
bool lo_is_leaving(void) { return __atomic_load_n(&lo_current->leaving, __ATOMIC_RELAXED); }

void lo_say_goodbye(void) {
  lo_session* session = lo_current;
  if (!is_last(make_way(session))) hand(session, LO_REQUEST_EXIT, 0);
}

/* `word` is in what device functions write: the block, or the copy. */
static void change_bits(uint32_t* word, uint32_t set, uint32_t unset) {
  lo_session* session = lo_current;
  if (session->copy && session->view == session->copy) {
    lo_lock();
    if (session->mark_count == session->mark_capacity) {
      session->mark_capacity = session->mark_capacity * 2 + 16;
      session->marks = grown(session->marks, session->mark_capacity * sizeof *session->marks);
    }
    session->marks[session->mark_count++] = (lo_mark_entry){(size_t)((char*)word - session->copy), set, unset};
    lo_unlock();
    return;
  }
  if (unset) __atomic_fetch_and(word, ~unset, __ATOMIC_RELAXED);
  if (set) __atomic_fetch_or(word, set, __ATOMIC_RELAXED);
}

void lo_touch(WbDeviceTag tag) {
  lo_session* session = lo_current;
  if (!session || tag >= session->device_count) return;
  uint32_t* words = (uint32_t*)(void*)(session->view + session->touched);
  change_bits(words + tag / 32, 1u << tag % 32, 0);
}

void lo_mark(WbDeviceTag tag, uint32_t* changed, uint32_t bits) {
  if (!lo_current) return;
  change_bits(changed, bits, 0);
  lo_touch(tag);
}

void lo_unmark(uint32_t* changed, uint32_t bits) {
  if (lo_current) change_bits(changed, 0, bits);
}

void lo_send(uint16_t kind, WbDeviceTag tag, const void* head, uint32_t head_size, const void* tail,
             uint32_t tail_size) {
  lo_session* session = lo_current;
  if (!session) return;
  static const char zeros[8] = {0};
  lo_message record = {head_size + tail_size, kind, tag};
  lo_lock();
  stream_append(&session->out, &record, sizeof record);
  stream_append(&session->out, head, head_size);
  stream_append(&session->out, tail, tail_size);
  stream_append(&session->out, zeros, lo_padded(record.size) - record.size);
  lo_unlock();
}

const void* lo_request(uint16_t kind, WbDeviceTag tag, const void* head, uint32_t head_size, const void* tail,
                       uint32_t tail_size, uint32_t* answer_size, const char* function) {
  lo_session* session = lo_current;
  *answer_size = 0;
  if (!session || session->phase != LO_RUNNING) return NULL;
  lo_lock();
  const void* result = NULL;
  if (session->stepping && session->is_owed) lo_end_owed_step();
  if (session->stepping && !session->is_owed) {
    lo_warn(0, function, "cannot ask the simulation between wb_robot_step_begin() and wb_robot_step_end(); ignored");
  } else if (!session->stepping && session->phase == LO_RUNNING) {
    lo_send(kind, tag, head, head_size, tail, tail_size);
    int answer = make_way(session);
    if (!is_last(answer)) {
      session->answered = false;
      hand(session, LO_REQUEST_IMMEDIATE, 0);
      answer = drain(session, wait_answer(session));
    }
    if (answer == LO_ANSWER_TERMINATE) {
      session->phase = LO_ENDING;
    } else if (answer != LO_NO_ANSWER && session->answered) {
      *answer_size = (uint32_t)(session->answer.size - 1);
      result = session->answer.bytes;
    }
  }
  lo_unlock();
  return result;
}

static lo_private_memory** find_private(lo_session* session, WbDeviceTag tag, const char* key) {
  lo_private_memory** at = &session->private_memory[tag < session->device_capacity ? tag : session->device_capacity];
  while (*at && ((*at)->tag != tag || ((*at)->key != key && strcmp((*at)->key, key)))) at = &(*at)->next;
  return at;
}

static lo_private_memory* make_private(lo_session* session, WbDeviceTag tag, const char* key, size_t size) {
  lo_private_memory** at = find_private(session, tag, key);
  if (*at) return *at;
  lo_private_memory* memory = grown(NULL, sizeof *memory + size);
  memset(memory, 0, sizeof *memory + size);
  memory->tag = tag;
  memory->key = key;
  *at = memory;
  return memory;
}

void* lo_private(WbDeviceTag tag, const char* key, size_t size) {
  if (!lo_current) return NULL;
  lo_lock();
  lo_private_memory* memory = make_private(lo_current, tag, key, size);
  lo_unlock();
  return memory->data;
}

void lo_at_close(void (*release)(void* memory), void* memory) {
  if (!lo_current) return;
  lo_lock();
  lo_closing* closing = grown(NULL, sizeof *closing);
  *closing = (lo_closing){lo_current->closing, release, memory, NULL};
  /* A controller in the simulator's process is unloaded before its session is freed, and with it the libraries that
   * nobody else holds: that of `release` stays until it was called. */
  Dl_info info;
  if (lo_current->transport.in_process && dladdr(*(void**)&release, &info) && info.dli_fname)
    closing->library = dlopen(info.dli_fname, RTLD_NOW | RTLD_NOLOAD);
  lo_current->closing = closing;
  lo_unlock();
}

const char* lo_keep_text(WbDeviceTag tag, const char* key, const char* text, size_t size) {
  if (!lo_current) return NULL;
  lo_lock();
  lo_private_memory* memory = make_private(lo_current, tag, key, 0);
  char* copy = grown(NULL, size + 1);
  memcpy(copy, text, size);
  copy[size] = 0;
  free(memory->owned);
  memory->owned = copy;
  lo_unlock();
  return copy;
}

const char* lo_kept_text(WbDeviceTag tag, const char* key) {
  if (!lo_current) return NULL;
  lo_lock();
  const lo_private_memory* memory = *find_private(lo_current, tag, key);
  lo_unlock();
  return memory ? memory->owned : NULL;
}
