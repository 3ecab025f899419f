/** Secrets on command lines: `--password x` for any program, short flags only for known ones. */
import { meaningOfKey } from "../key-name.ts";
import { isCutValue } from "../placeholder.ts";
import { beginsPlainly, HEAD } from "../plain-value.ts";
import { valueSpan, valueStart } from "../value-span.ts";
import { endAt, isEdgeBefore, type Match, matchAt, type View } from "../view.ts";
import { valueBehind } from "./key-value.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const AUTH = { category: "token", certainty: "likely" } as const;
const LONG_FLAG =
  /--([A-Za-z][A-Za-z0-9_-]{2,40})["']?(?: {1,4}|["'], {0,2}(?=["'])|\r?\n[ \t]{2,24}(?:- )?(?=["']?[^\s"']{0,80}\d[^\s"']{0,160}["']?\s*(?:\n|$)))(?!-)/y;

/** `--password x`, and `"--password", "x"` in a list of arguments. With `=`, the name decides. */
const longFlag: PrefixRule = {
  prefixes: [..."abcdefghijklmnopqrstuvwxyz"].map((letter) => `--${letter}`),
  match(view, at) {
    if (!isEdgeBefore(view, at) || view.text.charCodeAt(at - 1) === 45) return null;
    const found = matchAt(LONG_FLAG, view.text, at);
    const flag = found?.[1] ?? "";
    if (found !== null && isUserAndPassword(view, flag, at + found[0].length)) {
      return flagValue(view, at + found[0].length - 1, ":");
    }
    const meaning = flag === "auth" ? AUTH : meaningOfKey(flag);
    if (found === null || meaning === null) return null;
    if (!["strong", "likely", "drawn", "header"].includes(meaning.certainty)) return null;
    const from = at + found[0].length;
    return valueBehind(view, null, from, meaning);
  },
};

const USER_AND_PASSWORD = new Set(
  "proxy-user basic-auth auth http-auth credentials creds src-creds dest-creds userpass".split(" "),
);

const PAIR = /["']?[\w.@\\-]{1,64}:\S/y;
const CHOSEN_PAIR = /["']?[\w.@\\-]{1,64}:(?=\S{0,64}[A-Za-z])(?=\S{0,64}\d)\S{6}/y;

/** `--proxy-user name:x`; `--user` takes numbers in most other programs. */
function isUserAndPassword({ text, command }: View, flag: string, from: number): boolean {
  if (USER_AND_PASSWORD.has(flag)) return endAt(PAIR, text, from) !== -1;
  return flag === "user" && (command === "curl" || endAt(CHOSEN_PAIR, text, from) !== -1);
}

/** Where a short flag has its secret: as next argument, attached, or behind a name and a mark. */
type Form = "next" | "attached" | ":" | "%" | "," | "=";

const COMMANDS: Readonly<Record<string, Readonly<Record<string, Form>>>> = {
  mysql: { "-p": "attached" },
  mariadb: { "-p": "attached" },
  sshpass: { "-p": "next" },
  "docker login": { "-p": "next" },
  "podman login": { "-p": "next" },
  "redis-cli": { "-a": "next" },
  ldap: { "-w": "next" },
  curl: { "-u": ":", "-U": ":", "-b": "=" },
  http: { "-a": ":" },
  "ab ": { "-A": ":" },
  "xh ": { "-a": ":" },
  smbclient: { "-U": "%" },
  "net ads": { "-U": "%" },
  "net rpc": { "-U": "%" },
  mongo: { "-p": "next" },
  sqlcmd: { "-P": "next" },
  zip: { "-P": "next" },
  "7z": { "-p": "attached" },
  openssl: { "-k": "next" },
  mosquitto: { "-P": "next" },
  cqlsh: { "-p": "next" },
  "bcp ": { "-P": "next" },
  lftp: { "-u": "," },
  "ssh-keygen": { "-N": "next", "-P": "next" },
  plink: { "-pw": "next" },
  pscp: { "-pw": "next" },
  psftp: { "-pw": "next" },
  nzsql: { "-pw": "next" },
  vsql: { "-w": "next" },
  mcrcon: { "-p": "next" },
  "vsce publish": { "-p": "next" },
  "ovsx publish": { "-p": "next" },
  beeline: { "-p": "next" },
  influx: { "-t": "next" },
  codecov: { "-t": "next" },
  "az login": { "-p": "next" },
  "helm registry login": { "-p": "next" },
  unzip: { "-P": "next" },
  snmp: { "-A": "next", "-X": "next" },
  ipmitool: { "-P": "next" },
  twine: { "-p": "next" },
  PsExec: { "-p": "next" },
  psexec: { "-p": "next" },
  signtool: { "/p": "next" },
  certutil: { "-p": "next" },
  "security import": { "-P": "next" },
  altool: { "-p": "next" },
  conan: { "-p": "next" },
  "dotnet nuget": { "-k": "next" },
  unrar: { "-p": "attached" },
  veracrypt: { "-p": "next" },
  "cf login": { "-p": "next" },
};

export const COMMAND_WORDS: readonly PrefixRule[] = Object.keys(COMMANDS).map((command) => ({
  prefixes: [command.length < 3 ? `${command} ` : command],
  command,
  match: () => null,
}));

const SHORT_FLAG = /[ "']([-/][abkptuwANPUX]w?)/y;
/** `curl -sSfu name:x`. */
const CLUSTER = / -[A-Za-z]{1,8}u(?= )/y;

const shortFlag: PrefixRule = {
  prefixes: [
    ...[..."abkptuwANPUXsSfLvi"].map((letter) => ` -${letter}`),
    ...[" /p ", `"-p`, "'-p"],
  ],
  match(view, at) {
    const forms = COMMANDS[view.command];
    if (forms === undefined) return passwordBehindUser(view, at);
    const cluster = view.command === "curl" ? endAt(CLUSTER, view.text, at) : -1;
    if (cluster !== -1) return flagValue(view, cluster, ":");
    const flag = matchAt(SHORT_FLAG, view.text, at)?.[1] ?? "";
    const form = forms[flag] ?? forms[flag.slice(0, 2)];
    const length = forms[flag] === undefined ? 2 : flag.length;
    return form === undefined ? null : flagValue(view, at + 1 + length, form);
  },
};

const USER_BEFORE = / -[uU] ?[\w.@\\-]{1,64}$/;
const PASSWORD_FLAG = / -[pP] (?=[^\s:/.-][^\s:/]{3})(?=\S{0,64}[A-Za-z]\S)/y;

/** `-u name -p x` means the same for every program; ports and directories are not passwords. */
function passwordBehindUser(view: View, at: number): Match | null {
  const { text, floor } = view;
  const found = matchAt(PASSWORD_FLAG, text, at);
  if (found === null || !USER_BEFORE.test(text.slice(Math.max(floor, at - 68, 0), at))) return null;
  return flagValue(view, at + found[0].length - 1, "next");
}

const PLACE_OF_PASSWORD = /^(?:pass(?:word|wd)?|pwd|secret|token)$/i;

function flagValue({ text }: View, after: number, form: Form): Match | null {
  const isSpaced = text.charCodeAt(after) === 32;
  if (form === "attached" && isSpaced) return null;
  const begin = valueStart(text, isSpaced ? after + 1 : after);
  const head = text.slice(begin.start, begin.start + HEAD);
  if (/^[-\s]/.test(head) || beginsPlainly(head, begin.quote !== "")) return null;
  const { start, end, isQuoted } = valueSpan(text, begin);
  if (!isQuoted && isCutValue(text, end)) return null;
  const isBehindMark = form !== "next" && form !== "attached";
  const mark = isBehindMark ? text.slice(start, end).indexOf(form) : -1;
  if (isBehindMark && mark === -1) return null;
  const from = start + mark + 1;
  if (isBehindMark && PLACE_OF_PASSWORD.test(text.slice(from, end))) return null;
  if (end - from < 3 || beginsPlainly(text.slice(from, from + HEAD), begin.quote !== ""))
    return null;
  return { start: from, end, category: form === "=" ? "cookie" : "password", isLearned: true };
}

export const FLAGS: readonly PrefixRule[] = [longFlag, shortFlag];
