import { forms, type Grammar, NO_NETWORK, PATH, sentences, word } from "../grammar.ts";

export const openssl: Grammar = {
  purpose: "names its version and describes certificates",
  form: forms(
    ["version", { switches: "-a -d -v -b -p" }],
    [
      "ciphers",
      { switches: "-v -V -s", operands: { first: [word(/^[\w:!+@=-]+$/, "a list of ciphers")] } },
    ],
    [
      "list",
      {
        spelling: "whole",
        switches:
          "-providers -digest-algorithms -cipher-algorithms -public-key-algorithms -disabled",
      },
    ],
    [
      "verify",
      {
        spelling: "whole",
        options: { "-CAfile -untrusted": PATH },
        operands: { rest: PATH, min: 1 },
      },
    ],
    [
      "req crl",
      {
        spelling: "whole",
        switches: "-noout -text -subject -verify -issuer -lastupdate -nextupdate",
        options: { "-in": PATH },
        needsFlag: true,
      },
    ],
    [
      "dgst",
      {
        spelling: "whole",
        switches: "-sha256 -sha1 -md5 -sha512 -r",
        operands: { rest: PATH, min: 1 },
      },
    ],
    [
      "x509",
      {
        spelling: "whole",
        switches:
          "-noout -email -hash -modulus -pubkey -text -dates -subject -issuer -enddate -startdate -serial -fingerprint -sha256 -ext -purpose",
        options: { "-in": PATH },
        needsFlag: true,
      },
    ],
  ),
  readsContents: true,
  absent: sentences(["s_client s_time ocsp", NO_NETWORK]),
  never: { "*": "keys are private" },
};
