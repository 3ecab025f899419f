import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import { isRoot } from "../../test/as-user.ts";
import { systemTool } from "../system-tool.ts";
import { type MachineNow, machineProblem } from "./fits-machine.ts";
import type { KeptRecord } from "./kept-record.ts";

const NOON_MS = 1_800_000_000_000;
const HOUR_MS = 3_600_000;
const ns = (timeMs: number) => BigInt(timeMs) * 1_000_000n;

const RECORD: KeptRecord = {
  id: "0123456789abcdef",
  keptAtMs: NOON_MS + HOUR_MS,
  uid: 0,
  kind: "copy",
  marks: null,
  directory: "/project",
  identity: { ino: 5n, bornAtNs: 7n },
  openedAtNs: ns(NOON_MS),
  trees: [],
  scratch: [],
  namesHash: "",
  label: null,
};
const NOW: MachineNow = {
  identity: { ino: 5n, bornAtNs: 7n },
  nowNs: ns(NOON_MS + 2 * HOUR_MS),
  marks: null,
  plan: {
    trees: [],
    pieces: [],
    readOnly: [],
    covers: [],
    scratch: [],
    links: [],
    sockets: [],
    regrouped: { directories: [], files: [] },
    view: null,
  },
  uppers: "/nowhere",
};

interface Row {
  readonly when: string;
  readonly record?: Partial<KeptRecord>;
  readonly now?: Partial<MachineNow>;
  readonly problem: string | null;
}

const ROWS: readonly Row[] = [
  { when: "nothing is different", problem: null },
  {
    when: "the directory has another inode",
    now: { identity: { ino: 6n, bornAtNs: 7n } },
    problem: "/project was replaced by another directory",
  },
  {
    when: "the inode is the same, with another birth time",
    now: { identity: { ino: 5n, bornAtNs: 8n } },
    problem: "/project was replaced by another directory",
  },
  {
    when: "its birth time is unknown",
    now: { identity: { ino: 5n, bornAtNs: null } },
    problem: null,
  },
  {
    when: "it is gone",
    now: { identity: null },
    problem: "/project was replaced by another directory",
  },
  {
    when: "the clock was set back while it was open",
    record: { keptAtMs: NOON_MS - HOUR_MS },
    problem: "the clock was set back while it was open",
  },
  {
    when: "the clock was set back while it was open, and is still behind",
    record: { keptAtMs: NOON_MS - HOUR_MS },
    now: { nowNs: ns(NOON_MS - HOUR_MS / 2) },
    problem: "the clock was set back while it was open",
  },
  {
    when: "the clock was set back since",
    now: { nowNs: ns(NOON_MS + HOUR_MS / 2) },
    problem: "the clock is earlier than when it was kept",
  },
  {
    when: "it was kept at once, and the program's clock is behind the file clock",
    record: { keptAtMs: NOON_MS - 1 },
    problem: null,
  },
  {
    when: "it was kept at once, and the clock is just before the opening",
    record: { keptAtMs: NOON_MS },
    now: { nowNs: ns(NOON_MS) - 1n },
    problem: "the clock is earlier than when it was kept",
  },
];

test.each(ROWS)("when $when: $problem", ({ record, now, problem }) => {
  const found = machineProblem({ ...RECORD, ...record }, { ...NOW, ...now });
  expect(found === null ? null : found.slice(0, problem?.length)).toBe(problem);
});

const OTHER_DISK = fileURLToPath(new URL("../../test/other-disk.entry.ts", import.meta.url));

test.skipIf(!isRoot).each([
  { kind: "overlay", which: "same", says: "overlay", file: "original\n" },
  { kind: "copy", which: "same", says: "copy", file: "original\n" },
  {
    kind: "overlay",
    which: "other",
    says: "was replaced by another directory",
    file: "precious\n",
  },
  { kind: "copy", which: "other", says: "was replaced by another directory", file: "precious\n" },
])(
  "as $kind, with the $which disk in its place: $says (needs root)",
  ({ kind, which, says, file }) => {
    const folder = mkdtempSync(join(tmpdir(), "guard-disk-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const args = [
      "-m",
      "--propagation",
      "private",
      process.execPath,
      OTHER_DISK,
      folder,
      kind,
      which,
    ];
    const told = JSON.parse(
      execFileSync(systemTool("unshare") ?? "", args, { encoding: "utf8" }),
    ) as unknown;
    expect(told).toEqual({ said: expect.stringContaining(says), file });
  },
);
