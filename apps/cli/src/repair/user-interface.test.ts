import type { Contract } from "@bazaar/doors/connection";
import { afterEach, expect, test, vi } from "vitest";
import { TestMarket } from "../../test/test-market.ts";
import { UserInterface } from "./user-interface.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

test("windows are counted down by the clock that it was given", async () => {
  await using stand = await TestMarket.open();
  const taken = await stand.taken(await stand.post("make"));
  const disputed: Contract = await stand.act(taken, stand.agent, "dispute_filed", {
    argument: "no",
  });
  const { deadline } = disputed.state;
  if (deadline === null) throw new Error("nothing ends");
  const clock = { nowMs: () => deadline.atMs - 7_000, sleep: async () => undefined };
  const writes = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  using ui = new UserInterface({}, clock);
  ui.waits(disputed);
  expect(writes.mock.calls.map(String).join("")).toContain("7 s left");
});

test("the first interrupt asks for an orderly end, the next one is the end", () => {
  let nowMs = 1_000;
  vi.spyOn(performance, "now").mockImplementation(() => nowMs);
  const exit = vi.spyOn(process, "exit").mockImplementation(() => undefined as never);
  using ui = new UserInterface({});
  process.emit("SIGINT", "SIGINT");
  expect(ui.signal.aborted).toBe(true);
  expect(ui.interruptedCode).toBe(130);
  // One key that arrives twice is one interrupt.
  nowMs += 100;
  process.emit("SIGINT", "SIGINT");
  expect(exit).not.toHaveBeenCalled();
  nowMs += 1_000;
  process.emit("SIGINT", "SIGINT");
  expect(exit).toHaveBeenCalledWith(130);
});
