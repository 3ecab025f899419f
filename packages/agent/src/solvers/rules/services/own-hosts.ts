/**
 * Hosts that have a name on the person's machine: in ~/.ssh/config or /etc/hosts. Both are hidden from
 * agents; `fix` answers this look by itself, for its own rules only, and with names only.
 */
import type { Investigator } from "../investigator.ts";

const MAX_NAMES = 500;
const SSH = /(?:^|[\s;&|/])(?:ssh|scp|sftp|rsync|ssh-copy-id|mosh)\s/;
const UNRESOLVED = /Could not resolve hostname [\w.:-]{1,120}: /;

export const OWN_HOSTS_LOOK = "ssh -G";

/** Whether the failure may be explained by such names. */
export function isOfOwnHosts(command: string, output: string): boolean {
  return SSH.test(command) && UNRESOLVED.test(output);
}

export interface HostFiles {
  readonly sshConfig: string;
  readonly etcHosts: string;
}

/** The answer to the look: a name and its file on each line. */
export function ownHostsIn({ sshConfig, etcHosts }: HostFiles): string {
  const blocks = sshConfig.matchAll(/^[ \t]*Host(?:[ \t]+|[ \t]*=[ \t]*)([^\n#]{1,500})/gim);
  const aliases = [...blocks].flatMap(([, words = ""]) => words.replaceAll('"', "").split(/\s+/));
  const names = etcHosts
    .split("\n")
    .flatMap((line) => line.replace(/#.*$/, "").trim().split(/\s+/).slice(1));
  return [
    ...aliases.filter(isName).map((name) => `${name} ~/.ssh/config`),
    ...names.filter(isName).map((name) => `${name} /etc/hosts`),
  ]
    .slice(0, MAX_NAMES)
    .join("\n");
}

/** Patterns such as `*.example.org` are no names. */
function isName(text: string): boolean {
  return /^[A-Za-z0-9][\w.-]{0,100}$/.test(text);
}

/** Each name with the file that has it. */
export async function ownHosts(ask: Investigator): Promise<ReadonlyMap<string, string>> {
  const lines = ((await ask.ask(...OWN_HOSTS_LOOK.split(" "))) ?? "").split("\n");
  const found = lines.flatMap((line) => {
    const [name = "", file = "", ...others] = line.split(" ");
    return isName(name) && others.length === 0 && /^[~/]/.test(file) ? [[name, file] as const] : [];
  });
  return new Map(found);
}
