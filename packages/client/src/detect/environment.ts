/** What an agent is told about the machine: enough to propose a fix, nothing that identifies it. */
import { accessSync, constants } from "node:fs";
import { machine, type } from "node:os";
import { delimiter, isAbsolute, join } from "node:path";
import type { JsonObject } from "@bazaar/kernel";

const PACKAGE_MANAGERS = [
  "apt",
  "dnf",
  "yum",
  "zypper",
  "pacman",
  "apk",
  "nix",
  "brew",
  "pip",
  "pip3",
  "uv",
  "conda",
  "npm",
  "pnpm",
  "yarn",
  "bun",
  "cargo",
  "gem",
  "bundle",
  "composer",
  "go",
] as const;

export function detectEnvironment(path: string): JsonObject {
  return {
    os: type(),
    arch: machine(),
    package_managers: PACKAGE_MANAGERS.filter((name) => isOnPath(name, path)),
  };
}

/** Whether a shell with this PATH would find the program. */
export function isOnPath(name: string, path: string): boolean {
  return path
    .split(delimiter)
    .some((folder) => isAbsolute(folder) && isProgram(join(folder, name)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
