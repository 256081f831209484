// SPDX-FileCopyrightText: the lightsout authors
// SPDX-License-Identifier: Apache-2.0
#include "runs/sandbox/system_calls.h"

#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/netlink.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace lightsout {
namespace {
namespace seccomp {

using Code = std::vector<sock_filter>;

// The last one of Linux 6.1, that of Debian 12. Programs that use later ones go without them where they are missing;
// what those can do is not known here. The numbers of x32 (bit 30) are above it too.
constexpr std::uint32_t last_known = 450;

constexpr std::uint32_t namespaces =
    CLONE_NEWNS | CLONE_NEWCGROUP | CLONE_NEWUTS | CLONE_NEWIPC | CLONE_NEWUSER | CLONE_NEWPID | CLONE_NEWNET;
constexpr std::uint32_t new_time = 0x80;  // CLONE_NEWTIME; to clone() it is a part of a signal's number

constexpr std::uint32_t number = offsetof(seccomp_data, nr), architecture = offsetof(seccomp_data, arch);
// The lower half, which is all that the kernel reads of an int.
constexpr std::uint32_t argument(std::uint32_t index) {
  return std::uint32_t(offsetof(seccomp_data, args)) + 8 * index;
}

constexpr std::uint32_t allow = SECCOMP_RET_ALLOW;
constexpr std::uint32_t refuse(int error) { return SECCOMP_RET_ERRNO | std::uint32_t(error); }

sock_filter load(std::uint32_t offset) { return BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offset); }
sock_filter end(std::uint32_t with) { return BPF_STMT(BPF_RET | BPF_K, with); }

void add(Code& code, const Code& more) { code.insert(code.end(), more.begin(), more.end()); }

// `then` ends; it is passed over unless what was loaded compares so (BPF_JEQ, BPF_JGT, BPF_JSET) to the value.
void add_if(Code& code, int comparison, std::uint32_t value, const Code& then) {
  code.push_back(BPF_JUMP(std::uint16_t(BPF_JMP | comparison | BPF_K), value, 0, std::uint8_t(then.size())));
  add(code, then);
}

Code refused_if(std::uint32_t index, int comparison, std::initializer_list<std::uint32_t> values) {
  Code code = {load(argument(index))};
  for (const std::uint32_t value : values) add_if(code, comparison, value, {end(refuse(EPERM))});
  code.push_back(end(allow));
  return code;
}

// Of the network that the sandbox has for itself. Other families (AF_VSOCK, AF_ALG, AF_BLUETOOTH) are the machine's.
Code sockets() {
  Code code = {load(argument(0))};
  for (const std::uint32_t family : {AF_UNIX, AF_INET, AF_INET6}) add_if(code, BPF_JEQ, family, {end(allow)});
  Code netlink = {load(argument(2))};
  // Asked for the addresses of this machine, by getaddrinfo() too.
  add_if(netlink, BPF_JEQ, NETLINK_ROUTE, {end(allow)});
  netlink.push_back(end(refuse(EPROTONOSUPPORT)));
  add_if(code, BPF_JEQ, AF_NETLINK, netlink);
  code.push_back(end(refuse(EAFNOSUPPORT)));
  return code;
}

Code filter() {
  Code code = {load(architecture)};
  // Calls of 32-bit programs have numbers and arguments of their own.
  code.push_back(BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_X86_64, 1, 0));
  code.push_back(end(SECCOMP_RET_KILL_PROCESS));
  code.push_back(load(number));
  add_if(code, BPF_JGT, last_known, {end(refuse(ENOSYS))});
  for (const std::uint32_t refused : {
           SYS_add_key,
           SYS_request_key,
           SYS_keyctl,  // keys of the user and of who started it
           SYS_syslog,  // the kernel's messages
           SYS_io_uring_setup,
           SYS_io_uring_enter,
           SYS_io_uring_register,  // makes sockets past this filter
           SYS_bpf,
           SYS_perf_event_open,
           SYS_userfaultfd,
           SYS_modify_ldt,  // wide parts of the kernel
           SYS_setns,
       })
    add_if(code, BPF_JEQ, refused, {end(refuse(EPERM))});
  for (const std::uint32_t makes_socket : {SYS_socket, SYS_socketpair}) add_if(code, BPF_JEQ, makes_socket, sockets());
  // In a user namespace of its own a process has rights of root. The flags of clone3() lie in memory: without it the C
  // library takes clone().
  add_if(code, BPF_JEQ, SYS_clone, refused_if(0, BPF_JSET, {namespaces}));
  add_if(code, BPF_JEQ, SYS_unshare, refused_if(0, BPF_JSET, {namespaces | new_time}));
  add_if(code, BPF_JEQ, SYS_clone3, {end(refuse(ENOSYS))});
  // What types into a terminal, or changes what drives it.
  add_if(code, BPF_JEQ, SYS_ioctl, refused_if(1, BPF_JEQ, {TIOCSTI, TIOCLINUX, TIOCSETD}));
  // A lease of a file that is shown holds up those who write to it outside.
  add_if(code, BPF_JEQ, SYS_fcntl, refused_if(1, BPF_JEQ, {F_SETLEASE}));
  code.push_back(end(allow));
  return code;
}

}  // namespace seccomp
}  // namespace

std::string system_call_filter() {
  const seccomp::Code code = seccomp::filter();
  return {reinterpret_cast<const char*>(code.data()), code.size() * sizeof(sock_filter)};
}

}  // namespace lightsout
