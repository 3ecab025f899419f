import { expect, test } from "vitest";
import { logTime } from "./log-time.ts";

test("every line has its own time, also when the clock is set back", () => {
  const second = Date.UTC(2026, 10, 15, 17, 59, 59);
  const times = [second, second + 7, second + 7, second + 999, second + 1_000, second - 1, second];
  let nowMs = 0;
  const time = logTime(() => nowMs);
  for (const at of times) {
    nowMs = at;
    expect(JSON.parse(`{"level":30${time()}}`)).toEqual({
      level: 30,
      time: new Date(at).toISOString(),
    });
  }
});
