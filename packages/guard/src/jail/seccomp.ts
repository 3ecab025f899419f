/**
 * The system call filter of a jail, as classic BPF bytes.
 *
 * Arguments are compared by their low 32 bits, because the kernel looks at no more for families,
 * flags and ioctl numbers: with a full comparison, garbage in the high half would let a forbidden
 * value pass.
 */
import { type Architecture, SYSCALLS, type SyscallTable } from "./syscalls.ts";

/**
 * `local`: a command may use sockets of the jail's own network and file system. `none`: a command
 * only reads, opens no socket and changes no mode, owner or attribute.
 */
export type SocketUse = "local" | "none";

/**
 * Memory that belongs to no process: `counted` by a control group, or else at most so many bytes in
 * one piece. What only a descriptor holds is refused then, because nobody can see whose it is.
 */
export type SharedMemory = "counted" | { readonly maxBytes: number };

interface Instruction {
  readonly code: number;
  readonly ifTrue: number;
  readonly ifFalse: number;
  readonly value: number;
}

const LOAD_WORD = 0x20;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER = 0x25;
const JUMP_AT_LEAST = 0x35;
const JUMP_ANY_BIT = 0x45;
const RETURN = 0x06;

const ALLOW = 0x7fff0000;
const KILL_PROCESS = 0x80000000;
const ERRNO = 0x00050000;
const EPERM = 1;
const ENOMEM = 12;
const EACCES = 13;
const ENOSPC = 28;
const ENOSYS = 38;
const EPROTONOSUPPORT = 93;
const EOPNOTSUPP = 95;
const EAFNOSUPPORT = 97;

/** Offsets in struct seccomp_data. */
const NUMBER = 0;
const ARCHITECTURE = 4;
const argument = (index: number): number => 16 + 8 * index;

/** NEWNS, NEWCGROUP, NEWUTS, NEWIPC, NEWUSER, NEWPID and NEWNET. */
const CLONE_NEW_NAMESPACE = 0x7e020000;
/** Typing into the terminal, its console, its line discipline. */
const TERMINAL_IOCTLS = [0x5412, 0x541c, 0x541d, 0x5423];
/**
 * FS_IOC_RESVSP, UNRESVSP, their 64-bit forms and ZERO_RANGE: fallocate by other names.
 */
const RESERVING_IOCTLS = [0x40305828, 0x40305829, 0x4030582a, 0x4030582b, 0x40305839];
const MAP_SHARED = 0x01;
const MAP_ANONYMOUS = 0x20;
/** What PostgreSQL and others need to find each other; the kernel allows 4,096 segments. */
const MAX_SEGMENT_BYTES = 64 * 1_024;
const MAX_WORD = 0xffffffff;
/** Linux, 32-bit uname, their combinations, and asking. The others weaken address layout. */
const PERSONALITIES = [0, 0x0008, 0x20000, 0x20008, 0xffffffff];

const AF_UNIX = 1;
const AF_INET = 2;
const AF_INET6 = 10;
const AF_NETLINK = 16;
/** Default, ICMP, TCP, UDP, ICMPv6: others load rarely tested kernel modules. */
const IP_PROTOCOLS = [0, 1, 6, 17, 58];
const NETLINK_ROUTE = 0;

export function isArchitecture(name: string): name is Architecture {
  return name in SYSCALLS;
}

export function seccompProgram(
  architecture: Architecture,
  sockets: SocketUse,
  memory: SharedMemory,
): Buffer {
  const table = SYSCALLS[architecture];
  const denied = { ...table.denied, ...(sockets === "none" ? table.metadata : {}) };
  return encode([
    ...foreignCallsAreKilled(table),
    ...Object.values(denied).flatMap((number) => onCall(number, [fail(EPERM)])),
    // The C library falls back to clone, whose flags a filter can read.
    ...onCall(table.clone3, [fail(ENOSYS)]),
    ...onCall(table.clone, [
      load(argument(0)),
      jump(JUMP_ANY_BIT, CLONE_NEW_NAMESPACE, 0, 1),
      fail(EPERM),
      returning(ALLOW),
    ]),
    ...onCall(
      table.ioctl,
      unlessOneOf(
        argument(1),
        [...TERMINAL_IOCTLS, ...RESERVING_IOCTLS],
        returning(ALLOW),
        fail(EPERM),
      ),
    ),
    // It takes any amount of disk at once, faster than anyone can watch. Programs expect file
    // systems that cannot do it.
    ...onCall(table.fallocate, [fail(EOPNOTSUPP)]),
    ...(memory === "counted" ? [] : limitedMemory(table, memory.maxBytes)),
    ...onCall(table.personality, oneOf(argument(0), PERSONALITIES, fail(EPERM))),
    ...onCall(table.socketpair, oneOf(argument(0), [AF_UNIX], fail(EAFNOSUPPORT))),
    ...onCall(table.socket, sockets === "none" ? [fail(EACCES)] : localSockets()),
    jump(JUMP_GREATER, table.newest, 0, 1),
    fail(ENOSYS),
    returning(ALLOW),
  ]);
}

/** Leaves the number of the call loaded. */
function foreignCallsAreKilled(table: SyscallTable): readonly Instruction[] {
  const ours = [
    load(ARCHITECTURE),
    jump(JUMP_EQUAL, table.architecture, 1, 0),
    returning(KILL_PROCESS),
    load(NUMBER),
  ];
  if (table.secondAbiFrom === null) return ours;
  return [...ours, jump(JUMP_AT_LEAST, table.secondAbiFrom, 0, 1), returning(KILL_PROCESS)];
}

function limitedMemory(table: SyscallTable, maxBytes: number): readonly Instruction[] {
  const shared = atMost(argument(1), maxBytes, fail(ENOMEM));
  return [
    ...onCall(table.memfd_create, [fail(ENOSYS)]),
    ...onCall(table.shmget, atMost(argument(1), MAX_SEGMENT_BYTES, fail(ENOSPC))),
    ...onCall(table.mmap, [
      load(argument(3)),
      jump(JUMP_ANY_BIT, MAP_ANONYMOUS, 0, 1 + shared.length),
      jump(JUMP_ANY_BIT, MAP_SHARED, 0, shared.length),
      ...shared,
      returning(ALLOW),
    ]),
  ];
}

/** Allows when the argument, all 64 bits of it, is not larger. */
function atMost(offset: number, most: number, otherwise: Instruction): readonly Instruction[] {
  return [
    load(offset + 4),
    jump(JUMP_EQUAL, 0, 0, 2),
    load(offset),
    jump(JUMP_GREATER, Math.min(most, MAX_WORD), 0, 1),
    otherwise,
    returning(ALLOW),
  ];
}

/** Network namespaces do not cover every family: AF_VSOCK reaches the hypervisor. */
function localSockets(): readonly Instruction[] {
  const ip = oneOf(argument(2), IP_PROTOCOLS, fail(EPROTONOSUPPORT));
  const netlink = oneOf(argument(2), [NETLINK_ROUTE], fail(EPROTONOSUPPORT));
  return [
    load(argument(0)),
    jump(JUMP_EQUAL, AF_UNIX, 0, 1),
    returning(ALLOW),
    jump(JUMP_EQUAL, AF_INET, 1, 0),
    jump(JUMP_EQUAL, AF_INET6, 0, ip.length),
    ...ip,
    jump(JUMP_EQUAL, AF_NETLINK, 0, netlink.length),
    ...netlink,
    fail(EAFNOSUPPORT),
  ];
}

/** Runs `then`, which must return, when the loaded number is this call. */
function onCall(number: number, then: readonly Instruction[]): readonly Instruction[] {
  return [jump(JUMP_EQUAL, number, 0, then.length), ...then];
}

/** Allows when the argument is one of these. */
function oneOf(
  offset: number,
  values: readonly number[],
  otherwise: Instruction,
): readonly Instruction[] {
  return unlessOneOf(offset, values, otherwise, returning(ALLOW));
}

function unlessOneOf(
  offset: number,
  values: readonly number[],
  otherwise: Instruction,
  then: Instruction,
): readonly Instruction[] {
  const tests = values.map((value, index) => jump(JUMP_EQUAL, value, values.length - index, 0));
  return [load(offset), ...tests, otherwise, then];
}

function load(offset: number): Instruction {
  return { code: LOAD_WORD, ifTrue: 0, ifFalse: 0, value: offset };
}

function jump(code: number, value: number, ifTrue: number, ifFalse: number): Instruction {
  return { code, ifTrue, ifFalse, value };
}

function returning(value: number): Instruction {
  return { code: RETURN, ifTrue: 0, ifFalse: 0, value };
}

function fail(errno: number): Instruction {
  return returning(ERRNO | errno);
}

/** struct sock_filter, little-endian as both architectures are. */
function encode(program: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(program.length * 8);
  program.forEach(({ code, ifTrue, ifFalse, value }, index) => {
    bytes.writeUInt16LE(code, index * 8);
    bytes.writeUInt8(ifTrue, index * 8 + 2);
    bytes.writeUInt8(ifFalse, index * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, index * 8 + 4);
  });
  return bytes;
}
