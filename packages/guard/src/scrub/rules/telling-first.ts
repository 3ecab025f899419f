/** Names in which another word follows the one that tells: `PASSWORD_DB=…`, `tokenFoo: …`. */
import { meaningOfKey } from "../key-name.ts";
import { endAt, isNamePart, type Match, matchAt, textBefore, type View } from "../view.ts";
import { valueBehind } from "./key-value.ts";
import { inEveryCase, type PrefixRule } from "./prefix-rule.ts";

const NAME = /[\w.-]{3,56}/y;
const OPERATOR = /["']?[ \t]{0,4}(?:=>|:=|[=:])[ \t]{0,16}/y;
const NAME_BEFORE = /[\w.-]{1,40}$/;

export const TELLING_FIRST: PrefixRule = {
  prefixes: [
    ...inEveryCase(["password", "passwd", "passphrase", "secret", "token", "apikey", "api_key"]),
    ...inEveryCase(["pass_", "pwd_", "pw_", "auth_", "key_", "credential", "creds_"]),
    ...inEveryCase(["session_", "remember_", "kennwort_", "passwort_", "wachtwoord_", "senha_"]),
    ...inEveryCase(["contrasena_", "clave_", "haslo_", "parola_"]),
  ],
  match(view: View, at: number, prefix: string): Match | null {
    const { text } = view;
    const end = endAt(NAME, text, at);
    // Of all other names the last word tells, and the mark behind it decides.
    if (end === at + prefix.length || !isNamePart(view, at)) return null;
    const from = endAt(OPERATOR, text, end);
    if (from === -1) return null;
    const before = NAME_BEFORE.exec(textBefore(view, at, 40))?.[0] ?? "";
    const meaning = meaningOfKey(before + text.slice(at, end));
    if (meaning === null) return null;
    if (meaning.certainty !== "likely" && !/^(?:auth|session|remember)/i.test(prefix)) return null;
    return valueBehind(view, { start: at - before.length, end }, from, meaning);
  },
};

const DOCKER = { category: "docker-auth", certainty: "strong" } as const;
const DOCKER_NAME = /\.?docker\w{3,10}["']?[ \t]{0,4}[=:][ \t]{0,16}/y;

/** `.dockerconfigjson`, whose last word tells nothing. */
export const DOCKER_CONFIG: PrefixRule = {
  prefixes: [".dockerconfigjson", ".dockercfg", "dockerconfigjson"],
  match(view, at) {
    const found = matchAt(DOCKER_NAME, view.text, at);
    if (found === null) return null;
    return valueBehind(view, { start: at, end: at + 8 }, at + found[0].length, DOCKER);
  },
};
