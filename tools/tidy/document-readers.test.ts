import { expect, test } from "vitest";
import { documentReaders } from "./document-readers.ts";

const ELSEWHERE = "packages/market/src/record-act.ts";

test.each([
  "const { command } = terms.document.task;",
  "const { task } = contract.state.terms.document as { task?: unknown };",
  "const { task, ...rest } = isJsonObject(document) ? document : {};",
  'function systemOf({ environment }: Terms["document"]): string {}',
  "function namesOf({ capabilities }: JsonObject): string {}",
])("a document is not read elsewhere: %s", (text) => {
  expect(documentReaders(ELSEWHERE, text)).toHaveLength(1);
});

test.each([
  "async function runTask(needs: Needs, { task, attempt }: ClaimedTask): Promise<void> {",
  "const document = contractDocument(failure, environment);",
  "return isSameData(terms.document, document);",
])("a document may be passed on whole: %s", (text) => {
  expect(documentReaders(ELSEWHERE, text)).toEqual([]);
});

test("who reads it is listed, as long as it does", () => {
  const readers = { [ELSEWHERE]: "shows it" };
  expect(documentReaders(ELSEWHERE, "document.task", readers)).toEqual([]);
  expect(documentReaders(ELSEWHERE, "", readers)).toHaveLength(1);
  expect(documentReaders("packages/kernel/src/profiles/fix-2/fill.ts", "document.task")).toEqual(
    [],
  );
});
