import fc from "fast-check";
import { expect, test } from "vitest";
import { parseUtcTime } from "./utc-time.ts";

test.each([
  "1970-01-01T00:00:00Z",
  "1969-12-31T23:59:59.999Z",
  "2024-02-29T12:00:00.5Z",
  "2000-02-29T00:00:00Z",
  "0000-01-01T00:00:00Z",
  "9999-12-31T23:59:59Z",
  "2026-01-02T03:04:05+00:00",
])("%s is the millisecond that Date says", (text) => {
  expect(parseUtcTime(text)?.ms).toBe(Date.parse(text));
});

test.each([
  "",
  "2026-01-02",
  "2026-01-02T03:04:05",
  "2026-01-02T03:04Z",
  "2026-01-02 03:04:05Z",
  "2026-01-02T03:04:05+01:00",
  "2026-01-02T03:04:05-00:00",
  "2026-01-02T03:04:05.Z",
  "2026-01-02T03:04:05.0123456789Z",
  "2026-13-01T00:00:00Z",
  "2026-00-01T00:00:00Z",
  "2026-02-29T00:00:00Z",
  "1900-02-29T00:00:00Z",
  "2026-04-31T00:00:00Z",
  "2026-04-00T00:00:00Z",
  "2026-01-01T24:00:00Z",
  "2026-01-01T00:60:00Z",
  "2026-01-01T00:00:60Z",
  "2026-01-01T00:00:00Z\n",
  "２０２６-01-01T00:00:00Z",
])("%j is not a time", (text) => {
  expect(parseUtcTime(text)).toBeNull();
});

test("any date is read as Date reads it, and keys sort as times do", () => {
  const date = fc.date({
    min: new Date("0001-01-01T00:00:00Z"),
    max: new Date("9999-12-31T23:59:59Z"),
    noInvalidDate: true,
  });
  fc.assert(
    fc.property(date, date, (one, other) => {
      const [left, right] = [parseUtcTime(one.toISOString()), parseUtcTime(other.toISOString())];
      expect(left?.ms).toBe(one.getTime());
      expect((left?.key ?? "") < (right?.key ?? "")).toBe(one < other);
    }),
  );
});

test("a fraction of any length is compared as a number", () => {
  const key = (fraction: string) => parseUtcTime(`2026-01-01T00:00:00${fraction}Z`)?.key ?? "";
  expect(key("")).toBe(key(".000"));
  expect(key(".5") > key(".49")).toBe(true);
  expect(key(".000000001") > key("")).toBe(true);
});
