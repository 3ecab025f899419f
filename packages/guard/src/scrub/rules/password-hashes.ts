/** Hashes of passwords: whoever has one can try passwords against it. */
import { type PrefixRule, tokenRule } from "./prefix-rule.ts";

const BODY = "[A-Za-z0-9./$=,+-]";

export const PASSWORD_HASHES: readonly PrefixRule[] = [
  tokenRule({
    category: "password-hash",
    prefixes: ["$1$", "$2a$", "$2b$", "$2y$", "$5$", "$6$", "$7$", "$y$", "$gy$", "$apr1$"],
    body: BODY,
    least: 20,
    isDistinct: true,
  }),
  tokenRule({
    category: "password-hash",
    prefixes: [
      "$argon2",
      "$scrypt$",
      "$pbkdf2",
      "pbkdf2_sha",
      "scrypt:",
      "pbkdf2:sha",
      "bcrypt_sha256$",
    ],
    body: "[A-Za-z0-9./$=,+:_-]",
    least: 32,
    isDistinct: true,
  }),
  tokenRule({
    category: "password-hash",
    prefixes: [
      "{SHA}",
      "{SSHA}",
      "{SHA256}",
      "{SSHA256}",
      "{SSHA512}",
      "{SHA512}",
      "{CRYPT}",
      "{MD5}",
      "{SMD5}",
    ],
    body: BODY,
    least: 16,
    isDistinct: true,
  }),
];
