import { expect, test } from "vitest";
import { askShows } from "./ask-shows.ts";

const { signal } = new AbortController();

test("without anybody to ask, at most three paths are named, each quoted and with nothing invisible", async () => {
  const said: string[] = [];
  const ui = { say: (label: string, text: string) => said.push(`${label}: ${text}`), signal };
  const paths = ["/data/a b", "/data/x\u202ey\n", "/data/c", "/data/d"];
  const hidden = paths.map((path) => ({ path, isDirectory: false }));
  const asking = { directory: "/nowhere", isAsking: false, ui };
  expect(await askShows(hidden, asking)).toEqual([]);
  const cannot = "which a stranger's fix cannot see";
  expect(said).toEqual([
    `hidden: the command needs /data/a b, ${cannot}; --show '/data/a b' shows it`,
    `hidden: the command needs /data/x\\u{202e}y\\u{a}, ${cannot}; --show '/data/x\\u{202e}y\\u{a}' shows it`,
    `hidden: the command needs /data/c, ${cannot}; --show /data/c shows it`,
  ]);
});
