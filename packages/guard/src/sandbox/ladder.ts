/**
 * The ways to try a command before it touches the disk, best first, and what each is worth.
 *
 * A and D are built. The others are named so that a person learns what the machine could do; asking
 * for one of them is answered with a refusal, never with less protection.
 */
import type { RungName } from "./rung.ts";

export interface Rung {
  readonly name: RungName;
  readonly label: string;
  /** What a stranger's command could still do there. Empty for the full sandbox. */
  readonly lacks: readonly string[];
  /** Whether `openSandbox` can open it. */
  readonly isBuilt: boolean;
  /** Why it cannot, for those that are not built. */
  readonly notBuiltBecause: string | null;
}

export const LADDER: readonly Rung[] = [
  {
    name: "A",
    label: "full: overlays of everything writable, in a jail of bubblewrap",
    lacks: [],
    isBuilt: true,
    notBuiltBecause: null,
  },
  {
    name: "B",
    label: "overlays without a jail",
    lacks: ["no system call filter", "kernel files and sockets stay reachable"],
    isBuilt: false,
    notBuiltBecause: "it would protect files and nothing else, and bubblewrap can be installed",
  },
  {
    name: "C",
    label: "overlays by fuse-overlayfs, in a jail of bubblewrap",
    lacks: ["some thirty times slower at making files", "its layers can only be copied out"],
    isBuilt: false,
    notBuiltBecause: "where it works a copy of the working directory works too, and is faster",
  },
  {
    name: "D",
    label: "a copy of the working directory, in a jail of bubblewrap",
    lacks: [
      "only changes inside the working directory can be tried; everything else is read-only",
      "/tmp and /var/tmp are empty inside",
      "services that begin to listen on a socket or a named pipe meanwhile can be spoken to",
      "files that you change while it is open are not seen inside",
    ],
    isBuilt: true,
    notBuiltBecause: null,
  },
  {
    name: "E",
    label: "nothing is run; the command is shown instead",
    lacks: [],
    isBuilt: true,
    notBuiltBecause: null,
  },
];

/** What a command could still do on that rung, or what cannot be tried there. */
export function rungLacks(name: RungName): readonly string[] {
  return LADDER.find((rung) => rung.name === name)?.lacks ?? [];
}
