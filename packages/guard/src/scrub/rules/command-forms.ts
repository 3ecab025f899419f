/** Commands and calls that take a secret at a fixed position, without a flag or a name. */
import { beginsLikeToken, beginsPlainly, looksChosen } from "../plain-value.ts";
import { endAt, isEdgeBefore, type Match, matchAt, type View } from "../view.ts";
import { CALL_INTRODUCTIONS } from "./call-introductions.ts";
import { COMMAND_INTRODUCTIONS } from "./command-introductions.ts";
import { introducedBy } from "./introduced.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const PIPED =
  /(?:echo|printf) (?:-n |-e |-ne |["']?%s["']? )?(["']?)([^\s"'|$`[]{4,128})\1 ?\| ?(?=[^\n|]{1,160}(?:--password-stdin|--with-token|chpasswd|passwd --stdin|passwd \w|secret create|secret put|secret set|secrets create|create secret|kv put|cryptsetup|--passphrase-fd|secret-tool|pass insert)|sudo [^\n|]{0,80}-S\b)/y;

/** `echo x | sudo -S …`. */
const piped: PrefixRule = {
  prefixes: ["echo ", "printf "],
  match(view, at) {
    const found = isEdgeBefore(view, at) ? matchAt(PIPED, view.text, at) : null;
    if (found === null) return null;
    const start = at + found[0].indexOf(found[2] ?? "", 5);
    return {
      start,
      end: start + (found[2]?.length ?? 0),
      category: "password",
      isLearned: true,
    };
  },
};

const TRACED =
  /\+ (?:echo|printf)(?: -n| -e| %s)? (["']?)(?:[\w.-]{1,32}:)?([^\s"'|$`[:]{6,256})\1\r?(?:\n|$)/y;
/** Programs that read a secret from their input. */
const READS_SECRET =
  /\++ [^\n]{0,160}(?:--password-stdin|--with-token|chpasswd|passwd --stdin|sudo [^\n]{0,80}-S\b|cryptsetup|--passphrase-fd|docker login|-pass stdin|auth login)/y;

/** What a shell shows of `echo x | sudo -S …` as it runs: each program on a line of its own. */
const traced: PrefixRule = {
  prefixes: ["+ echo ", "+ printf "],
  match({ text }, at) {
    const found = matchAt(TRACED, text, at);
    const value = found?.[2] ?? "";
    if (found === null || beginsPlainly(value, false)) return null;
    const after = at + found[0].length;
    const isRead = endAt(READS_SECRET, text, after) !== -1 && looksChosen(value);
    const isToken = value.length >= 20 && /[A-Z]/.test(value) && beginsLikeToken(value);
    if (!isRead && !isToken) return null;
    const end = at + found[0].trimEnd().length - (found[1] ?? "").length;
    return { start: end - value.length, end, category: "password", isLearned: true };
  },
};

const MAIL_RELAY =
  /:(?:25|465|587|2525)[ \t]{1,24}[\w.@+-]{1,80}:(?=(\S{6,128})[ \t]*(?:\r?\n|$))/y;

/** `[smtp.host]:587 user:password`, a line of a mail server's file. */
const mailRelay: PrefixRule = {
  prefixes: [":25 ", ":25\t", ":465", ":587", ":2525"],
  match({ text }, at) {
    const found = matchAt(MAIL_RELAY, text, at);
    const value = found?.[1] ?? "";
    if (found === null || !looksChosen(value)) return null;
    const start = at + found[0].length;
    return { start, end: start + value.length, category: "password", isLearned: true };
  },
};

const PGPASS = /:(?:\d{4,5}|\*):[\w.*-]{1,64}:[\w.*@-]{1,64}:(?=(\S{3,128})(?:\s|$))/y;
const HOST = /[\n \t][\w.-]{1,128}$/;
/** With `*` as port the line says less: its host must look like one. */
const HOST_OF_ANY_PORT = /\n(?:\*|localhost|[\w-]{1,64}\.[\w.-]{1,64})$/;

/** `host:5432:database:user:password`, a line of its own. */
const pgpass: PrefixRule = {
  prefixes: [":5432:", ":5433:", ":6432:", ":*:"],
  match({ text, floor }, at) {
    const found = matchAt(PGPASS, text, at);
    if (found === null) return null;
    const from = Math.max(floor, at - 130, 0);
    const host = text.startsWith(":*:", at) ? HOST_OF_ANY_PORT : HOST;
    // The host may have been redacted as an address.
    const before = (from === 0 && floor < 0 ? "\n" : "") + text.slice(from, at);
    const isLine = at === floor || host.test(before);
    const start = at + found[0].length;
    const end = start + (found[1]?.length ?? 0);
    if (!isLine || text.slice(start, end).includes("[REDACTED:")) return null;
    return { start, end, category: "password", isLearned: true };
  },
};

const ORACLE =
  /(?:(?:sqlplus|expdp|impdp|sqlldr|rman target|exp|imp|conn|connect) {1,4}(?:-[sSlL] {1,2}){0,2}|userid=["']?|jdbc:oracle:(?:thin|oci8?):)[\w$]{1,64}\//iy;
const ORACLE_PASSWORD =
  /(?=[^\s@]{1,64}@|[^\s\d]{0,64}\d)(?=[^\s]{0,64}[A-Za-z])[^\s@/"'<>[]{3,64}(?=@|\s|["']|$)/y;

/** `sqlplus scott/tiger@host`, `jdbc:oracle:thin:scott/tiger@host`. */
const oracle: PrefixRule = {
  prefixes: [
    ...["sqlplus ", "expdp ", "impdp ", "sqlldr ", "rman target ", "exp ", "imp ", "userid="],
    ...["connect ", "CONNECT ", "conn ", "CONN ", "jdbc:oracle:"],
  ],
  match(view: View, at: number): Match | null {
    const found = isEdgeBefore(view, at) ? matchAt(ORACLE, view.text, at) : null;
    const start = at + (found?.[0].length ?? 0);
    const password = found === null ? null : matchAt(ORACLE_PASSWORD, view.text, start);
    if (password === null) return null;
    const category = view.text.startsWith("jdbc", at) ? "database-url" : "password";
    return { start, end: start + password[0].length, category, isLearned: true };
  },
};

export const COMMAND_FORMS: readonly PrefixRule[] = [
  piped,
  traced,
  mailRelay,
  pgpass,
  oracle,
  ...introducedBy(COMMAND_INTRODUCTIONS),
  ...introducedBy(CALL_INTRODUCTIONS),
];
