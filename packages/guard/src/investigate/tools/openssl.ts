import { forms, type Grammar, NO_NETWORK, PATH } from "../grammar.ts";

export const openssl: Grammar = {
  purpose: "names its version and describes certificates",
  form: forms(
    ["version", { switches: "-a -d -v -b -p" }],
    [
      "x509",
      {
        spelling: "whole",
        switches:
          "-noout -text -dates -subject -issuer -enddate -startdate -serial -fingerprint -sha256 -ext -purpose",
        options: { "-in": PATH },
        needsFlag: true,
      },
    ],
  ),
  readsContents: true,
  never: { "*": "keys are private, and there is no network here", s_client: NO_NETWORK },
};
