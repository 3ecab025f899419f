/**
 * Programs that call the kernel in another way than the jail's filter reads: the 32-bit gate and
 * the x32 numbers. Each would exit 0 if the call came through; the filter kills it.
 */
interface ForeignProgram {
  readonly name: string;
  readonly base64: string;
}

/** mov eax, number; then the code that calls. */
const MOVE_TO_EAX = 0xb8;
const GATE_32 = [0xcd, 0x80];
const SYSCALL = [0x0f, 0x05];
/** xor edi, edi; mov eax, 60; syscall: exit with 0. */
const EXIT_ZERO = [0x31, 0xff, MOVE_TO_EAX, 60, 0, 0, 0, ...SYSCALL];
const GETPID_32 = 20;
const GETPID_X32 = 0x40000027;

export const FOREIGN_PROGRAMS: readonly ForeignProgram[] =
  process.arch === "x64"
    ? [
        { name: "the 32-bit gate", base64: program(GETPID_32, GATE_32) },
        { name: "the x32 calling convention", base64: program(GETPID_X32, SYSCALL) },
      ]
    : [];

function program(number: number, call: readonly number[]): string {
  const move = Buffer.alloc(5);
  move.writeUInt8(MOVE_TO_EAX);
  move.writeUInt32LE(number, 1);
  return elf(Buffer.concat([move, Buffer.from([...call, ...EXIT_ZERO])])).toString("base64");
}

/** The smallest program file: one header, one segment, the code behind them. */
function elf(code: Buffer): Buffer {
  const base = 0x400000n;
  const header = Buffer.alloc(64);
  Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(header);
  header.writeUInt16LE(2, 16);
  header.writeUInt16LE(62, 18);
  header.writeUInt32LE(1, 20);
  header.writeBigUInt64LE(base + 120n, 24);
  header.writeBigUInt64LE(64n, 32);
  header.writeUInt16LE(64, 52);
  header.writeUInt16LE(56, 54);
  header.writeUInt16LE(1, 56);
  const segment = Buffer.alloc(56);
  segment.writeUInt32LE(1, 0);
  segment.writeUInt32LE(5, 4);
  segment.writeBigUInt64LE(base, 16);
  segment.writeBigUInt64LE(base, 24);
  const size = BigInt(120 + code.length);
  segment.writeBigUInt64LE(size, 32);
  segment.writeBigUInt64LE(size, 40);
  segment.writeBigUInt64LE(0x1000n, 48);
  return Buffer.concat([header, segment, code]);
}
