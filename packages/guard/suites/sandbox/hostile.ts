/**
 * The published suite of hostile commands, run as root and as an ordinary user. `hostile.test.ts`
 * runs it and prints the counts.
 */
import { deletion, overwriting } from "./files.ts";
import type { HostileGroup } from "./hostile-command.ts";
import { devices, kernelInterfaces, mounts, namespaces } from "./kernel.ts";
import { exhaustion, forgeries, privileges, signals, terminal } from "./processes.ts";
import { secrets, sockets } from "./reach.ts";

export const HOSTILE: readonly HostileGroup[] = [
  // First: destroying everything would destroy these too.
  devices,
  deletion,
  overwriting,
  namespaces,
  mounts,
  kernelInterfaces,
  sockets,
  signals,
  privileges,
  forgeries,
  terminal,
  secrets,
  exhaustion,
];
