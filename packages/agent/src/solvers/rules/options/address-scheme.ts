import { quoteWord } from "@bazaar/work";
import { mistyped, wordOfCommand } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { callOf } from "../view.ts";

/** By far the most common ones. */
const WEB = ["http", "https"];
const SCHEMES = ["ftp", "ftps", "sftp", "file", "scp"];

export const addressScheme = mistyped({
  name: "address-scheme",
  kind: "URL scheme",
  finds: wordOfCommand({
    says: [
      /^curl: \(1\) Protocol ["']?([a-z]{2,10})["']? not supported/,
      /Unsupported scheme ['‘"]([a-z]{2,10})['’"]/,
    ],
    word: (view, typed) =>
      callOf(view, "curl", "wget")?.operands.find(({ value }) => value?.startsWith(`${typed}://`)),
  }),
  meant: ({ typed }) => nearest(typed, WEB) ?? nearest(typed, SCHEMES),
  write: (meant, { typed, at }) => quoteWord(meant + (at.value ?? "").slice(typed.length)),
});
