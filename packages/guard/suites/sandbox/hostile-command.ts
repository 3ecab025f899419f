/**
 * A hostile command, as data: what it is up to, and what would show that it got through.
 *
 * Every command prints ESCAPED if it succeeded. The host is checked as well, because a
 * command that escapes need not say so. Variables name what it may attack:
 *   HOME, PWD           a home and a project in it, each with a file `canary`
 *   CANARIES            all canaries, separated by spaces
 *   HOST_PID            a process of the same user outside
 *   TCP_PORT, UDP_PORT  servers on the host's loopback
 *   SOCKETS             unix sockets of the host, by path
 *   LATE_SOCKET         one made after the sandbox was opened
 *   ABSTRACT            an abstract unix socket
 *   SHM_ID              a System V shared memory segment
 *   STATE               where the sandbox keeps its layers
 */
import type { StoppedBy } from "@bazaar/kernel";
import { type Architecture, SYSCALLS } from "../../src/jail/syscalls.ts";
import type { SandboxLimits } from "../../src/sandbox/limits.ts";

export interface HostileCommand {
  readonly name: string;
  readonly command: string;
  /** `decoy`: it destroys, so `/` is a tree made for it. */
  readonly on?: "decoy";
  /** Only overlays hold it back, or show it: a copy does not claim to. */
  readonly needsOverlays?: boolean;
  /** Only this user can try it. */
  readonly as?: "root" | "user";
  /** It runs until the sandbox stops it, for this reason. */
  readonly stops?: StoppedBy;
  readonly limits?: Partial<SandboxLimits>;
}

export interface HostileGroup {
  readonly category: string;
  readonly commands: readonly HostileCommand[];
}

export const ESCAPED = "ESCAPED";

const table = SYSCALLS[process.arch as Architecture];

/** Makes a system call that must be refused. Arguments are Perl: numbers, or strings in quotes. */
export function refusedCall(name: string, ...args: readonly (number | string)[]): string {
  const number = table.denied[name];
  if (number === undefined) throw new Error(`${name} is not in the table of denied calls`);
  return callThat(
    number,
    args,
    `print "${ESCAPED} ${name}\\n" if $r >= 0 || $!{ENOSYS} || !$!{EPERM}`,
  );
}

/** Makes a call that the filter must refuse with EPERM. */
export function filteredCall(number: number, ...args: readonly (number | string)[]): string {
  return callThat(number, args, `print "${ESCAPED} $!\\n" unless $r < 0 && $!{EPERM}`);
}

/** Makes a call by number; `ESCAPED` when it succeeds. */
export function failingCall(number: number, ...args: readonly (number | string)[]): string {
  return callThat(number, args, `print "${ESCAPED}\\n" if $r >= 0`);
}

export const CALLS = {
  clone: table.clone,
  clone3: table.clone3,
  ioctl: table.ioctl,
  socket: table.socket,
};

/** Through an array, because Perl refuses to pass a literal string that a call might write to. */
function callThat(number: number, args: readonly (number | string)[], then: string): string {
  const list = [number, ...args].join(", ");
  return `perl -MErrno -e 'my ($n, @a) = (${list}); $! = 0; my $r = syscall($n, @a); ${then}'`;
}

/** Says ESCAPED when the shell text succeeds. */
export function succeeds(text: string): string {
  return `if { ${text}; } 2>&1; then echo ${ESCAPED}; fi`;
}
