import { expect, onTestFinished, test, vi } from "vitest";
import { lostLines, lostPaths } from "./lost-lines.ts";

test("what is thrown away is named, without logs and caches, and bounded", () => {
  vi.stubEnv("HOME", "/srv/ada");
  onTestFinished(() => void vi.unstubAllEnvs());
  const lost = ["/srv/ada/.bashrc", "/srv/ada/.npm/_logs/a.log", "/tmp/x\u001b[2J"];
  expect(lostLines(lostPaths(lost))).toEqual([
    "thrown away: ~/.bashrc (hidden here)",
    "thrown away: /tmp/x\\u{1b}[2J (hidden here)",
  ]);
  const many = Array.from({ length: 300 }, (_, n) => `/opt/${n}`);
  expect(lostLines(many)).toHaveLength(9);
  expect(lostLines(many).at(-1)).toBe("thrown away: 292 more like these");
});
