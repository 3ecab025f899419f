import { expect, test } from "vitest";
import { strangersBenign, strangersSecrets } from "./corpus/by-strangers/read.ts";
import { makeScrubber } from "./scrubber.ts";

const LEAST_RECALL = 0.97;
const MOST_FALSE = 0.01;

const PERSONAL: ReadonlySet<string> = new Set(["user-name", "phone", "email"]);

const secrets = strangersSecrets();
const benign = strangersBenign();
const scrub = (text: string): string => makeScrubber().scrub(text).text;

test("the texts are many", () => {
  expect(secrets.length).toBeGreaterThanOrEqual(900);
  expect(benign.length).toBeGreaterThanOrEqual(550);
});

test("all secrets are found", () => {
  const missed = secrets.filter(({ text, secret }) => {
    const left = scrub(text);
    return secret.some((part) => left.includes(part));
  });
  expect(missed.map(({ id }) => id)).toEqual([]);
  expect(1 - missed.length / secrets.length).toBeGreaterThanOrEqual(LEAST_RECALL);
});

test("in benign texts nothing is redacted but what names people", () => {
  const found = benign.flatMap(({ id, text }) =>
    makeScrubber()
      .scrub(text)
      .found.map(({ category }) => ({ id, category })),
  );
  const wrong = found.filter(({ category }) => !PERSONAL.has(category));
  expect(wrong).toEqual([]);
  expect(new Set(wrong.map(({ id }) => id)).size / benign.length).toBeLessThanOrEqual(MOST_FALSE);
  // What names people goes by design, also where no secret stands.
  expect([...new Set(found.map(({ id }) => id))].sort()).toEqual([
    ...["b0001", "b0078", "b0104", "b0142", "b0147", "b0153", "b0174", "b0210", "b0215", "b0216"],
    "b0217",
    "brew-sha",
    "long-path-2",
    "numbers-phone",
    "path-windows",
    "prompt-hidden-2",
    "public-known-hosts",
    "ssh-debug",
  ]);
});

test("scrubbing them twice changes nothing more than scrubbing them once", () => {
  for (const { text } of [...secrets, ...benign]) {
    const once = scrub(text);
    expect(scrub(once)).toBe(once);
  }
});
