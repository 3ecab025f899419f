/** Commands and calls that take a secret at a fixed place, without a flag or a name before it. */
import { isEdgeBefore, type Match, matchAt, type View } from "../view.ts";
import { introduced } from "./introduced.ts";
import type { PrefixRule } from "./prefix-rule.ts";

const PIPED =
  /(?:echo|printf) (?:-n )?(["']?)([^\s"'|$`[]{4,128})\1 ?\| ?(?=[^\n|]{1,160}(?:--password-stdin|--with-token|chpasswd)|sudo [^\n|]{0,80}-S\b)/y;

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

const PGPASS = /:(?:\d{4,5}|\*):[\w.*-]{1,64}:[\w.*@-]{1,64}:(?=(\S{3,128})(?:\s|$))/y;
const HOST = /[\n \t][\w.-]{1,128}$/;
/** With any port allowed, the line says less: its host must look like one. */
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

const ORACLE = /(?:sqlplus {1,4}(?:-[sSlL] {1,2}){0,2}|jdbc:oracle:(?:thin|oci8?):)[\w$]{1,64}\//y;
const ORACLE_PASSWORD = /[^\s@/"'<>[]{3,64}(?=@|\s|["']|$)/y;

/** `sqlplus scott/tiger@host`, `jdbc:oracle:thin:scott/tiger@host`. */
const oracle: PrefixRule = {
  prefixes: ["sqlplus ", "jdbc:oracle:"],
  match(view: View, at: number): Match | null {
    const found = isEdgeBefore(view, at) ? matchAt(ORACLE, view.text, at) : null;
    const start = at + (found?.[0].length ?? 0);
    const password = found === null ? null : matchAt(ORACLE_PASSWORD, view.text, start);
    if (password === null) return null;
    const category = view.text.startsWith("jdbc", at) ? "database-url" : "password";
    return { start, end: start + password[0].length, category, isLearned: true };
  },
};

const ARGUMENT = `(?:"[^"\\n]{0,200}"|'[^'\\n]{0,200}'|\\$\\w{1,40}|\\w{1,40})`;

export const COMMAND_FORMS: readonly PrefixRule[] = [
  piped,
  pgpass,
  oracle,
  introduced({ prefixes: ["http-basic."], pattern: /http-basic\.[\w.-]{1,64} \S{1,64} /y }),
  introduced({
    prefixes: ["htpasswd -"],
    pattern: /htpasswd -[a-zA-Z]{0,6}b[a-zA-Z]{0,6} \S{1,128} \S{1,64} /y,
  }),
  introduced({ prefixes: ["/user:"], pattern: /\/user:[\w.\\@-]{1,64} (?!\/)/y }),
  introduced({
    prefixes: ["vault login ", "cargo login "],
    pattern: /\w{5} login /y,
    category: "token",
    value: "token",
  }),
  introduced({
    prefixes: [
      ...["", "src", "dest"].flatMap((which) => [`-${which}storepass `, `-${which}keypass `]),
      ...["-password ", "-passwd ", "-passphrase "],
    ],
    pattern: /(?<!-)-\w{6,13} {1,2}(?!-)/y,
  }),
  introduced({
    prefixes: ["config set --secret "],
    pattern: /config set --secret [\w:.-]{1,64} (?!-)/y,
  }),
  introduced({ prefixes: ["wifi connect "], pattern: /wifi connect \S{1,64} password /y }),
  introduced({ prefixes: ["> PASS "], pattern: /> PASS /y }),
  introduced({ prefixes: ["PSK "], pattern: /PSK (?=["'])/y }),
  introduced({ prefixes: ["LOGIN "], pattern: /LOGIN ["']?[\w.@-]{1,64}["']? (?=")/y }),
  introduced({ prefixes: ["sp_addlogin "], pattern: /sp_addlogin N?'[^'\n]{1,64}', ?N?(?=')/y }),
  introduced({
    prefixes: ["code="],
    pattern: /(?<=[?&])code=/y,
    category: "token",
    value: "token",
  }),
  introduced({
    prefixes: ["Signature="],
    pattern: /(?<=[?&])Signature=/y,
    category: "aws",
    value: "token",
  }),
  introduced({
    prefixes: [
      "mysqli(",
      "mysqli_connect(",
      "mysql_connect(",
      "PDO(",
      "getConnection(",
      "Sequelize(",
    ],
    pattern: new RegExp(`\\w{3,16}\\( ?${ARGUMENT}, ?${ARGUMENT}, ?(?=["'])`, "y"),
  }),
  introduced({
    prefixes: ["setPassword(", "withPassword(", "set_password(", "setSecret(", "withSecret("],
    pattern: /\w{9,12}\( ?(?=["'])/y,
  }),
  introduced({
    prefixes: ["setApiKey(", "withApiKey(", "setToken(", "withToken(", "setAccessToken("],
    pattern: /\w{8,14}\( ?(?=["'])/y,
    category: "token",
  }),
  introduced({
    prefixes: ["AUTH "],
    pattern: /AUTH (?:PLAIN |LOGIN )?(?=[^\s\d[]{0,64}\d)(?=[^\s[]{8})/y,
  }),
];
