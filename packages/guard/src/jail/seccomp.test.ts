import { describe, expect, test } from "vitest";
import { seccompProgram } from "./seccomp.ts";
import { type Architecture, SYSCALLS } from "./syscalls.ts";

const ALLOW = "allow";

interface Call {
  readonly number: number;
  readonly args?: readonly bigint[];
  readonly architecture?: number;
}

/** What the kernel would answer, by interpreting the program as the kernel does. */
function answer(program: Buffer, { number, args = [], architecture = 0 }: Call): string {
  const data = Buffer.alloc(64);
  data.writeUInt32LE(number, 0);
  data.writeUInt32LE(architecture, 4);
  for (const [index, value] of args.entries()) data.writeBigUInt64LE(value, 16 + 8 * index);
  let loaded = 0;
  for (let at = 0; at * 8 < program.length; at += 1) {
    const code = program.readUInt16LE(at * 8);
    const value = program.readUInt32LE(at * 8 + 4);
    const jumps = { yes: program[at * 8 + 2] ?? 0, no: program[at * 8 + 3] ?? 0 };
    if (code === 0x20) loaded = data.readUInt32LE(value);
    else if (code === 0x06) return named(value);
    else at += holds(code, loaded, value) ? jumps.yes : jumps.no;
  }
  throw new Error("the program ran past its end");
}

function holds(code: number, loaded: number, value: number): boolean {
  if (code === 0x15) return loaded === value;
  if (code === 0x25) return loaded > value;
  if (code === 0x35) return loaded >= value;
  if (code === 0x45) return (loaded & value) !== 0;
  throw new Error(`unknown instruction ${code}`);
}

function named(action: number): string {
  if (action === 0x7fff0000) return ALLOW;
  if (action === 0x80000000) return "kill";
  return `errno ${action & 0xffff}`;
}

describe.each<Architecture>(["x64", "arm64"])("on %s", (name) => {
  const table = SYSCALLS[name];
  const { architecture } = table;
  const working = seccompProgram(name, "local", "counted");
  const uncounted = seccompProgram(name, "local", { maxBytes: 2 ** 26 });
  const readOnly = seccompProgram(name, "none", "counted");
  const ask = (program: Buffer, number: number, ...args: bigint[]) =>
    answer(program, { number, args, architecture });

  test.each(Object.entries(table.denied))("%s (%i) is refused", (_call, number) => {
    expect(ask(working, number)).toBe("errno 1");
  });

  test.each(Object.entries(table.metadata))(
    "%s (%i) is allowed, except to read-only commands",
    (_call, number) => {
      expect([ask(working, number), ask(readOnly, number)]).toEqual([ALLOW, "errno 1"]);
    },
  );

  test("another instruction set is killed", () => {
    const foreign = SYSCALLS[name === "x64" ? "arm64" : "x64"].architecture;
    expect(answer(working, { number: 1, architecture: foreign })).toBe("kill");
    expect(answer(working, { number: 1, architecture: 0x40000003 })).toBe("kill");
  });

  test("calls newer than the table do not exist", () => {
    expect(ask(working, table.newest)).toBe(ALLOW);
    expect(ask(working, table.newest + 1)).toBe("errno 38");
  });

  test("the second calling convention is killed where there is one", () => {
    const second = table.secondAbiFrom;
    expect(second === null ? "kill" : ask(working, second + 39)).toBe("kill");
  });

  test.each([
    { what: "a thread", flags: 0x3d0f00n, is: ALLOW },
    { what: "a child", flags: 0x11n, is: ALLOW },
    { what: "a user namespace", flags: 0x10000011n, is: "errno 1" },
    { what: "a mount namespace", flags: 0x20011n, is: "errno 1" },
    { what: "a network namespace", flags: 0x40000011n, is: "errno 1" },
    { what: "a network namespace with high bits", flags: 0x1_40000011n, is: "errno 1" },
  ])("clone of $what: $is", ({ flags, is }) => {
    expect(ask(working, table.clone, flags)).toBe(is);
    expect(ask(working, table.clone3)).toBe("errno 38");
  });

  test.each([
    { what: "unix", args: [1n, 1n, 0n], is: ALLOW },
    { what: "tcp", args: [2n, 1n, 6n], is: ALLOW },
    { what: "udp over IPv6", args: [10n, 2n, 17n], is: ALLOW },
    { what: "sctp", args: [2n, 1n, 132n], is: "errno 93" },
    { what: "route netlink", args: [16n, 3n, 0n], is: ALLOW },
    { what: "audit netlink", args: [16n, 3n, 9n], is: "errno 93" },
    { what: "vsock", args: [40n, 1n, 0n], is: "errno 97" },
    { what: "vsock with high bits", args: [0x1_00000028n, 1n, 0n], is: "errno 97" },
    { what: "packet", args: [17n, 3n, 768n], is: "errno 97" },
  ])("a $what socket: $is, and none for a read-only command", ({ args, is }) => {
    expect(ask(working, table.socket, ...args)).toBe(is);
    expect(ask(readOnly, table.socket, ...args)).toBe("errno 13");
  });

  test.each([
    { request: 0x5401n, is: ALLOW },
    { request: 0x5412n, is: "errno 1" },
    { request: 0x1_00005412n, is: "errno 1" },
    { request: 0x541cn, is: "errno 1" },
    { request: 0x5423n, is: "errno 1" },
  ])("ioctl $request: $is", ({ request, is }) => {
    expect(ask(working, table.ioctl, 0n, request)).toBe(is);
  });

  test.each([0x40305828n, 0x40305829n, 0x4030582an, 0x4030582bn, 0x40305839n])(
    "ioctl %s reserves space and is refused",
    (request) => {
      expect(ask(working, table.ioctl, 0n, request)).toBe("errno 1");
    },
  );

  test("space is not reserved, whatever counts memory", () => {
    expect(ask(working, table.fallocate)).toBe("errno 95");
    expect(ask(uncounted, table.fallocate)).toBe("errno 95");
  });

  const MOST = 2n ** 26n;
  test.each<{ what: string; call: keyof typeof table; args: bigint[]; is: string }>([
    { what: "a file in memory", call: "memfd_create", args: [], is: "errno 38" },
    { what: "a small segment", call: "shmget", args: [0n, 65_536n], is: ALLOW },
    { what: "a large segment", call: "shmget", args: [0n, 65_537n], is: "errno 28" },
    { what: "a huge segment", call: "shmget", args: [0n, 2n ** 32n], is: "errno 28" },
    { what: "private memory", call: "mmap", args: [0n, 2n ** 40n, 3n, 0x22n], is: ALLOW },
    { what: "a shared file", call: "mmap", args: [0n, 2n ** 40n, 3n, 0x01n], is: ALLOW },
    { what: "shared memory", call: "mmap", args: [0n, MOST, 3n, 0x21n], is: ALLOW },
    { what: "more of it", call: "mmap", args: [0n, MOST + 1n, 3n, 0x21n], is: "errno 12" },
    { what: "checked flags", call: "mmap", args: [0n, MOST + 1n, 3n, 0x23n], is: "errno 12" },
    { what: "far more", call: "mmap", args: [0n, 2n ** 32n, 3n, 0x21n], is: "errno 12" },
  ])("where nothing counts memory, $what: $is", ({ call, args, is }) => {
    expect(ask(uncounted, table[call] as number, ...args)).toBe(is);
    expect(ask(working, table[call] as number, ...args)).toBe(ALLOW);
  });

  test("only harmless personalities are allowed", () => {
    expect(ask(working, table.personality, 0xffffffffn)).toBe(ALLOW);
    expect(ask(working, table.personality, 0x40000n)).toBe("errno 1");
  });
});
