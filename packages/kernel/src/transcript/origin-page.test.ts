/** The schemes of origins, as spec/transcript.md lists them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { verifyOrigin } from "./origin.ts";

const PAGE = new URL("../../../../spec/transcript.md", import.meta.url);
const CLAIM = { type: "bond", data: {}, seq: 1, prevHash: "", contractId: "" };

test("the page lists every scheme, and the refusal of another names the same", () => {
  const [, table = ""] = readFileSync(PAGE, "utf8").split("| scheme | fields |");
  const [rows = ""] = table.split("\n\n");
  const listed = [...rows.matchAll(/^\| `(\w+)` \|/gm)].map(([, scheme]) => scheme);
  expect(verifyOrigin({ scheme: "telegram" }, CLAIM, () => true)).toEqual({
    ok: false,
    refusal: { code: "bad_origin", problem: `expected scheme ${listed.join(" or ")}` },
  });
});
