/**
 * The jail: the options for bubblewrap.
 *
 * The tree that bubblewrap shows was mounted before (overlays), or is assembled from read-only
 * parts of the real one. Bubblewrap adds isolation of processes, signals, sockets, devices, kernel files and
 * privileges. There is no option for the host's network, and none to leave out a namespace.
 */
import { join } from "node:path";
import { mayAccess } from "../disk/may-access.ts";
import { HOST } from "../view/synthetic-files.ts";
import { OPTIONS_FD, SECCOMP_FD, STATUS_FD } from "./jail-process.ts";

export interface JailPlan {
  /** What `/` is: a tree that was mounted before, or an empty one and what is shown in it. */
  readonly root: { readonly merged: string } | { readonly shown: readonly string[] };
  /** Shown above the root, in this order. */
  readonly binds: readonly Bind[];
  /** Shown on top of the jail's own /run: services from outside. */
  readonly services?: readonly Bind[];
  /** Covered by empty read-only directories. */
  readonly hiddenDirectories: readonly string[];
  readonly hiddenFiles: readonly string[];
  /** What covers them. An empty file reads as empty; `/dev/null`, the default, as forbidden. */
  readonly emptyFile?: string;
  /** Null for root, which needs no user namespace. */
  readonly user: { readonly uid: number; readonly gid: number } | null;
  /** `owner`: what `apt-get` and `chown` need as root. `none`: reading is enough. */
  readonly capabilities: "owner" | "none";
  /** Where the command starts, inside. */
  readonly directory: string;
  /**
   * A directory with each of `DEVICES`. Root could change the modes and owners of the machine's own,
   * unless they are mounted read-only or its system call filter forbids such changes.
   */
  readonly devices?: string;
  /** Size of each of the jail's own temporary file systems. */
  readonly scratchBytes: number;
}

export interface Bind {
  readonly from: string;
  readonly to: string;
  readonly isWritable: boolean;
}

const OWNER_CAPABILITIES = [
  "CAP_CHOWN",
  "CAP_DAC_OVERRIDE",
  "CAP_FOWNER",
  "CAP_FSETID",
  "CAP_SETUID",
  "CAP_SETGID",
  "CAP_KILL",
  "CAP_SETFCAP",
];

/** The device files in bubblewrap's /dev. */
export const DEVICES = ["null", "zero", "full", "random", "urandom", "tty"];

/** Names in /proc that tell root about the machine. */
const KERNEL_FILES = [
  "kcore",
  "keys",
  "kallsyms",
  "kpagecgroup",
  "kpagecount",
  "kpageflags",
  "latency_stats",
  "sched_debug",
  "slabinfo",
  "sysrq-trigger",
  "timer_list",
  "vmallocinfo",
];

const PROCESSORS = "/sys/devices/system/cpu";

/**
 * Options for bubblewrap, without the command. Passed on a descriptor: arguments can be read in
 * /proc/1/cmdline, and these name every hidden secret.
 */
export function jailOptions(plan: JailPlan): readonly string[] {
  const { emptyFile = "/dev/null" } = plan;
  return [
    ...("merged" in plan.root ? ["--bind", plan.root.merged, "/"] : plan.root.shown),
    ...plan.binds.flatMap(bound),
    ...kernelFiles(plan),
    ...(plan.services ?? []).flatMap(bound),
    ...plan.hiddenDirectories.flatMap((path) => ["--tmpfs", path, "--remount-ro", path]),
    ...plan.hiddenFiles.flatMap((path) => ["--ro-bind", emptyFile, path]),
    ...("merged" in plan.root ? [] : ["--remount-ro", "/"]),
    ...namespaces(),
    ...privileges(plan),
    ...["--chdir", plan.directory],
    ...["--seccomp", String(SECCOMP_FD), "--json-status-fd", String(STATUS_FD)],
  ];
}

/** Arguments for bubblewrap when its options come on a descriptor. */
export function jailedCommand(command: readonly string[]): readonly string[] {
  return ["--args", String(OPTIONS_FD), "--", ...command];
}

function bound({ from, to, isWritable }: Bind): readonly string[] {
  return [isWritable ? "--bind" : "--ro-bind", from, to];
}

function kernelFiles({ scratchBytes, devices }: JailPlan): readonly string[] {
  const tmpfs = (at: string) => ["--size", String(scratchBytes), "--tmpfs", at];
  return [
    ...tmpfs("/run"),
    ...["--dir", "/run/lock", "--chmod", "1777", "/run/lock"],
    ...tmpfs("/sys"),
    ...(isReachable(PROCESSORS) ? ["--ro-bind", PROCESSORS, PROCESSORS] : []),
    ...["--remount-ro", "/sys"],
    ...["--dev", "/dev"],
    ...(devices === undefined ? [] : DEVICES.flatMap((name) => shownDevice(devices, name))),
    ...tmpfs("/dev/shm"),
    ...["--chmod", "1777", "/dev/shm", "--remount-ro", "/dev"],
    ...["--proc", "/proc"],
    ...KERNEL_FILES.map((name) => `/proc/${name}`)
      .filter(isReachable)
      .flatMap((path) => ["--ro-bind", "/dev/null", path]),
    // Settings in /proc, and the modes of its files, are the machine's: root could write to them.
    ...["--remount-ro", "/proc"],
  ];
}

function shownDevice(directory: string, name: string): readonly string[] {
  return ["--dev-bind", join(directory, name), `/dev/${name}`];
}

/** What this user can neither read nor write needs no cover. */
function isReachable(path: string): boolean {
  return mayAccess(path, "read") || mayAccess(path, "write");
}

function namespaces(): readonly string[] {
  return [
    "--unshare-ipc",
    "--unshare-pid",
    "--unshare-uts",
    "--unshare-cgroup",
    "--unshare-net",
    ...["--hostname", HOST],
    "--die-with-parent",
    "--new-session",
  ];
}

function privileges({ user, capabilities }: JailPlan): readonly string[] {
  const dropped = ["--cap-drop", "ALL"];
  if (user !== null) {
    const ids = ["--uid", String(user.uid), "--gid", String(user.gid)];
    return ["--unshare-user", "--disable-userns", ...ids, ...dropped];
  }
  if (capabilities === "none") return dropped;
  return [...dropped, ...OWNER_CAPABILITIES.flatMap((name) => ["--cap-add", name])];
}
