import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ChatMessage } from "@bazaar/doors/chat/connect";
import { afterEach, beforeEach, expect, test } from "vitest";
import { InboxFile, MAX_INBOX_LINES } from "./inbox-file.ts";
import { OutboxFile } from "./outbox-file.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "bazaar-chat-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const MESSAGE: ChatMessage = {
  from: "@ada",
  fromName: "ada",
  to: "#general",
  content: "hello",
  atMs: 5,
  id: "5-abc",
  inReplyTo: null,
  signature: null,
  isReplay: false,
  isOwn: false,
};

function inboxLines(): readonly string[] {
  return readFileSync(join(folder, "inbox.jsonl"), "utf8").trimEnd().split("\n");
}

test("an inbox keeps the newest lines, and never more than its maximum", () => {
  const path = join(folder, "inbox.jsonl");
  const inbox = new InboxFile(path);
  const count = MAX_INBOX_LINES + 50;
  for (let at = 0; at < count; at += 1) {
    inbox.addMessage({ ...MESSAGE, content: `line ${at}`, id: `${at}` });
    if (at >= MAX_INBOX_LINES - 1) expect(inboxLines().length).toBeLessThanOrEqual(MAX_INBOX_LINES);
  }
  const kept = inboxLines();
  expect(kept.length).toBeLessThanOrEqual(MAX_INBOX_LINES);
  const last = Array.from({ length: kept.length }, (_, at) => `line ${count - kept.length + at}`);
  expect(kept.map((line) => JSON.parse(line).content)).toEqual(last);
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test("what was cut off or is no JSON is removed at the next start, and the rest is known", () => {
  const path = join(folder, "inbox.jsonl");
  new InboxFile(path).addMessage(MESSAGE);
  appendFileSync(path, 'not JSON\n{"type":"message","from":"@b');
  const inbox = new InboxFile(path);
  const { from, to, content, atMs, id } = MESSAGE;
  expect(inbox.seen()).toEqual([{ from, to, content, atMs, id }]);
  inbox.addGap("#general");
  inbox.addMessage({ ...MESSAGE, to: "@me", id: null, content: 'two\nlines "quoted"' });
  expect(inboxLines().map((line) => JSON.parse(line).type)).toEqual(["message", "gap", "message"]);
  expect(new InboxFile(path).seen()).toHaveLength(1);
});

function outbox(): OutboxFile {
  return new OutboxFile(join(folder, "outbox.jsonl"), join(folder, "outbox.state.json"));
}

function write(text: string): void {
  writeFileSync(join(folder, "outbox.jsonl"), text);
}

const lineOf = (content: string): string => `${JSON.stringify({ to: "#general", content })}\n`;

test("each line is given until it is done, also by the next process", () => {
  write(lineOf("one") + lineOf("two"));
  const first = outbox();
  expect(first.next()).toMatchObject({ line: { content: "one" }, attempt: null });
  first.setAttempt({ atMs: 1, afterMs: 2 });
  const second = outbox();
  expect(second.next()).toMatchObject({
    line: { content: "one" },
    attempt: { atMs: 1, afterMs: 2 },
  });
  second.setDone();
  expect(second.next()).toMatchObject({ line: { content: "two" }, attempt: null });
  second.setDone();
  expect(outbox().next()).toBeNull();
  appendFileSync(join(folder, "outbox.jsonl"), lineOf("three").slice(0, -1));
  expect(outbox().next()).toBeNull();
  appendFileSync(join(folder, "outbox.jsonl"), "\n");
  expect(outbox().next()).toMatchObject({ line: { content: "three" } });
});

test.each([
  ["another file, longer than the old one", lineOf("other") + lineOf("one") + lineOf("two")],
  ["another file, shorter than the old one", lineOf("x")],
])("%s is read from its beginning", (_, text) => {
  write(lineOf("one"));
  const before = outbox();
  before.next();
  before.setDone();
  write(text);
  expect(before.next()).toMatchObject({ line: JSON.parse(text.split("\n")[0] ?? "") });
});

test.each([
  ["it is not JSON", "not JSON"],
  ["expected an object", "null"],
  ["to: expected #channel or @agent", '{"to":"general","content":"x"}'],
  ["content: expected text", '{"to":"#general"}'],
  ["too long", `{"to":"#general","content":"${"x".repeat(70_000)}"}`],
])("a line that cannot be sent is passed over: %s", (problem, text) => {
  write(`${text}\n${lineOf("next")}`);
  const file = outbox();
  expect(file.next()?.line).toContain(problem);
  const contents: unknown[] = [];
  for (let next = file.next(); next !== null; next = file.next()) {
    if (typeof next.line !== "string") contents.push(next.line.content);
    file.setDone();
  }
  expect(contents).toEqual(["next"]);
});
