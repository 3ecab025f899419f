/** What tools need to start and must not name people or machines, made up. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode } from "../error-code.ts";
import { plainGitSettings } from "./git-settings.ts";

export interface Person {
  readonly uid: number;
  readonly gid: number;
  readonly home: string;
}

/** As the jail is called too. */
export const HOST = "sandbox";
/** The name of the user inside, unless that is root. */
export const USER = "user";
const FIRST_PERSON = 1_000;
const NOBODY = 65_534;

/** By path. `withSystemAccounts`: installing packages needs the accounts of services. */
export function syntheticFiles(
  { uid, gid, home }: Person,
  withSystemAccounts: boolean,
): ReadonlyMap<string, string> {
  const accounts = withSystemAccounts ? systemLines("/etc/passwd") : [];
  const groups = withSystemAccounts ? systemLines("/etc/group") : [];
  const users = [
    `root:x:0:0:root:${uid === 0 ? home : "/root"}:/bin/bash`,
    ...accounts.map(([name, , id, group, , where, shell]) =>
      [name, "x", id, group, "", where, shell].join(":"),
    ),
    ...(uid === 0 ? [] : [`${USER}:x:${uid}:${gid}::${home}:/bin/bash`]),
    `nobody:x:${NOBODY}:${NOBODY}:nobody:/nonexistent:/usr/sbin/nologin`,
  ];
  const groupLines = [
    "root:x:0:",
    ...groups.map(([name, , id]) => `${name}:x:${id}:`),
    ...(gid === 0 ? [] : [`${USER}:x:${gid}:`]),
    `nogroup:x:${NOBODY}:`,
  ];
  const lines = (...each: readonly string[]) => `${each.join("\n")}\n`;
  return new Map([
    ["/etc/passwd", lines(...users)],
    ["/etc/group", lines(...groupLines)],
    ["/etc/hosts", lines(`127.0.0.1 localhost ${HOST}`, "::1 localhost")],
    ["/etc/hostname", lines(HOST)],
    ["/etc/resolv.conf", ""],
    ["/etc/machine-id", ""],
  ]);
}

const GIT_SETTINGS = [".config/git/config", ".gitconfig"];

/** Whether something made up is shown in place of what is there. */
export function isMadeUp(path: string, home: string): boolean {
  const made = syntheticFiles({ uid: 0, gid: 0, home }, false);
  return made.has(path) || GIT_SETTINGS.some((name) => join(home, name) === path);
}

/** The person's git settings without what is theirs alone; "" if there are none. */
export function gitSettings(home: string, showsAddress: boolean): string {
  return GIT_SETTINGS.map((name) =>
    plainGitSettings(textOf(join(home, name)), { showsAddress }),
  ).join("");
}

/** Of services: neither root nor people. */
function systemLines(path: string): readonly (readonly string[])[] {
  return textOf(path)
    .split("\n")
    .map((line) => line.split(":"))
    .filter(([name = "", , id = ""]) => {
      const number = Number(id);
      return name !== "" && /^\d+$/.test(id) && number > 0 && number < FIRST_PERSON;
    });
}

function textOf(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (errorCode(error) === "") throw error;
    return "";
  }
}
