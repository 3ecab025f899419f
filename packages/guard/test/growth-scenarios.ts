/**
 * Commands that take memory and disk as fast as they can, in places where nobody sees it. Each says
 * how much it has after every step. They stop by themselves at `MOST`, so that a broken limit does
 * not take the machine down.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import type { Run } from "@bazaar/work";
import { type Architecture, SYSCALLS } from "../src/jail/syscalls.ts";
import type { Place, Scenario } from "./scenario.ts";

const MIB = 2 ** 20;
const STEP = 8 * MIB;
const MOST = 512 * MIB;
const LIMIT = 64 * MIB;
/** What a watched command may take until it is seen, on a busy machine with two processors. */
const UNTIL_SEEN = 192 * MIB;
const SHARED = 0x01;
const ANONYMOUS = 0x20;
/** FS_IOC_RESVSP: fallocate by another name. */
const RESERVE_SPACE = 0x40305828;

const calls = SYSCALLS[process.arch as Architecture];
const READ = process.arch === "arm64" ? 63 : 0;

/** Perl that repeats a step, which ends in `last` where it is refused. */
function growth(first: string, step: string): string {
  const all = `for (1 .. ${MOST / STEP}) { ${step}; $taken += ${STEP}; print "$taken\\n" }`;
  return `perl -e '$| = 1; my $taken = 0; my $len = ${STEP}; ${first}; ${all} sleep 3 if $taken'`;
}

/** A child fills it and ends: then it is nobody's. */
const filledByChild = (flags: number, fd: string) =>
  growth(
    'open(my $z, "+<", "/dev/zero")',
    `my $at = syscall(${calls.mmap}, 0, $len, 3, ${flags}, ${fd}, 0); last if $at == -1;
     unless (fork) { syscall(${READ}, fileno($z), $at, $len); exit } wait`,
  );

const IN_MEMORY = {
  "a file in memory": growth(
    `my $name = "x"; my $fd = syscall(${calls.memfd_create}, $name, 0); exit if $fd < 0;
     open(my $f, "+>&=", $fd)`,
    'syswrite($f, "x" x $len) or last',
  ),
  "memory shared with a child that has ended": filledByChild(SHARED | ANONYMOUS, "-1"),
  "memory shared through /dev/zero": filledByChild(SHARED, "fileno($z)"),
  "System V shared memory": growth(
    "",
    'my $id = shmget(0, $len, 0600) // last; shmwrite($id, "x" x $len, 0, $len) or last',
  ),
};

const RESERVED = {
  fallocate: growth(
    "",
    `open(my $f, ">", "f$_"); syscall(${calls.fallocate}, fileno($f), 0, 0, $len) == 0 or last`,
  ),
  "an ioctl that reserves": growth(
    "",
    `open(my $f, ">", "f$_"); ioctl($f, ${RESERVE_SPACE}, pack("ssx4qqlLl4", 0, 0, 0, $len, 0, 0, 0, 0, 0, 0)) // last`,
  ),
};

const WRITERS = 64;
const WRITTEN = `for i in $(seq ${WRITERS}); do dd if=/dev/zero of=f$i bs=1M count=${MOST / WRITERS / MIB} & done; wait; sleep 3`;

function taken({ output }: Run): number {
  return Number(output.trim().split("\n").at(-1) || 0);
}

function stored(place: Place): number {
  // The overlay's own directories cannot be read by an ordinary user, and are empty.
  return Number(spawnSync("du", ["-s", "-B1", place.state]).stdout.toString().split("\t")[0]);
}

const groups = [
  { what: "with control groups where there are any", usesControlGroups: true },
  { what: "without control groups", usesControlGroups: false },
];

export const GROWTH_SCENARIOS: readonly Scenario[] = [
  ...groups.flatMap(({ what, usesControlGroups }) =>
    Object.entries(IN_MEMORY).map(([where, text]) => ({
      claim: `${where} is limited, ${what}`,
      async holds(place: Place) {
        const limits = { memoryBytes: LIMIT, timeoutMs: 10_000 };
        await using sandbox = await place.open({ limits }, usesControlGroups);
        const run = await sandbox.run({ text });
        const megabytes = taken(run) / MIB;
        assert.ok(taken(run) <= LIMIT + UNTIL_SEEN, `it took ${megabytes} MiB`);
        if (taken(run) > LIMIT) assert.equal(run.stoppedBy, "memory");
      },
    })),
  ),
  ...Object.entries(RESERVED).map(([how, text]) => ({
    claim: `disk space cannot be reserved by ${how}`,
    async holds(place: Place) {
      await using sandbox = await place.open({ limits: { diskBytes: LIMIT } });
      const run = await sandbox.run({ text });
      assert.equal(taken(run), 0);
      assert.equal(run.stoppedBy, null);
    },
  })),
  {
    claim: "many files that are written at once are stopped soon after the limit",
    async holds(place) {
      await using sandbox = await place.open({ limits: { diskBytes: LIMIT } });
      const { stoppedBy } = await sandbox.run({ text: WRITTEN });
      assert.equal(stoppedBy, "disk");
      assert.ok(stored(place) <= LIMIT + UNTIL_SEEN, `it took ${stored(place) / MIB} MiB`);
    },
  },
  {
    claim: "no file is larger than the disk limit, also a sparse one",
    async holds(place) {
      await using sandbox = await place.open({ limits: { diskBytes: LIMIT } });
      const { exitCode, stoppedBy } = await sandbox.run({ text: `truncate -s ${LIMIT + 1} f` });
      assert.equal(stoppedBy, null);
      assert.notEqual(exitCode, 0);
    },
  },
  {
    claim: "programs that ask for space or shared memory still run",
    async holds(place) {
      for (const usesControlGroups of [true, false]) {
        await using sandbox = await place.open({}, usesControlGroups);
        const text = `perl -MErrno -e '
          open(my $f, ">", "f");
          my $r = syscall(${calls.fallocate}, fileno($f), 0, 0, 4096);
          $r == -1 && $!{EOPNOTSUPP} or die "fallocate: $!";
          defined shmget(0, 56, 0600) or die "shmget: $!";
          my $at = syscall(${calls.mmap}, 0, 1 << 24, 3, ${SHARED | ANONYMOUS}, -1, 0);
          $at != -1 or die "mmap: $!"'`;
        const run = await sandbox.run({ text });
        assert.equal(run.exitCode, 0, run.output);
      }
    },
  },
];
