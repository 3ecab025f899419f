/** The schemes of origins, and the words and fields of requests, as spec/transcript.md lists them. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { actFields, PARTY_ACTS } from "../contract/act-rules.ts";
import { type AskedAct, askings } from "./origin/request-words.ts";
import { verifyOrigin } from "./origin.ts";

const PAGE = new URL("../../../../spec/transcript.md", import.meta.url);
const ASKED = PARTY_ACTS.filter((act): act is AskedAct => act !== "post");
const CLAIM = { type: "bond", data: {}, seq: 1, prevHash: "", contractId: "" };

test("the page lists every scheme, and the refusal of another names the same", () => {
  const listed = rowsUnder("scheme").flatMap(([scheme]) => namesIn(scheme));
  expect(verifyOrigin({ scheme: "telegram" }, CLAIM, () => true)).toEqual({
    ok: false,
    refusal: { code: "bad_origin", problem: `expected scheme ${listed.join(" or ")}` },
  });
});

test("the page lists every word of a request and the acts that it asks for", () => {
  const listed = rowsUnder("word").flatMap(([words, acts]) =>
    namesIn(words).flatMap((word) => askedBy(word, acts)),
  );
  const known = ASKED.flatMap((act) =>
    askings(act).map(({ word, also = {}, isUsual = false }) => ({ word, also, isUsual, act })),
  );
  expect(listed.map(inOneLine).toSorted()).toEqual(known.map(inOneLine).toSorted());
});

test.each(ASKED)("the page lists the fields of a request that %s must keep", (act) => {
  const rows = rowsUnder("act").filter(([acts]) => namesIn(acts).includes(act));
  const listed = rows.flatMap(([, fields]) => namesIn(fields));
  expect(listed.toSorted()).toEqual([...actFields(act)].toSorted());
});

test("the page gives fields to no other act", () => {
  const listed = rowsUnder("act").flatMap(([acts]) => namesIn(acts));
  expect(ASKED).toEqual(expect.arrayContaining(listed));
});

interface Asked {
  readonly word: string;
  readonly also: Readonly<Record<string, unknown>>;
  readonly isUsual: boolean;
  readonly act: string;
}

/** What the second cell of the table of words says of a word. */
function askedBy(word: string, acts: string): readonly Asked[] {
  if (acts === "the act of that name") return [{ word, also: {}, isUsual: false, act: word }];
  const [, field, values] = /^by the body's `(\w+)`: (.*)$/.exec(acts) ?? [];
  if (field === undefined || values === undefined) {
    return namesIn(acts).map((act) => ({ word, also: {}, isUsual: false, act }));
  }
  const [, usual] = /`(\w+)`, which is also meant where it is absent or null/.exec(values) ?? [];
  return [...values.matchAll(/`(\w+)`(?: is `(\w+)`)?/g)].map(([, value = "", act = value]) => ({
    word,
    also: { [field]: value },
    isUsual: value === usual,
    act,
  }));
}

function inOneLine({ word, also, isUsual, act }: Asked): string {
  return `${act}: ${word} ${JSON.stringify(also)}${isUsual ? " or without" : ""}`;
}

/** The first two cells of each row of the first table whose first column has this name. */
function rowsUnder(column: string): readonly (readonly [string, string])[] {
  const [, table = ""] = readFileSync(PAGE, "utf8").split(`\n| ${column} | `);
  const [rows = ""] = table.split("\n\n");
  return [...rows.matchAll(/^\| (`.*?) \| (.*?) \|/gm)].map(([, first = "", second = ""]) => [
    first,
    second,
  ]);
}

function namesIn(cell: string): readonly string[] {
  return [...cell.matchAll(/`(\w+)`/g)].map(([, name = ""]) => name);
}
