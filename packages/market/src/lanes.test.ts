import { expect, test } from "vitest";
import { Lanes } from "./lanes.ts";

test("tasks of one lane run one after another, tasks of two lanes at once", async () => {
  const lanes = new Lanes();
  const log: string[] = [];
  const gate = Promise.withResolvers<void>();
  const first = lanes.run("a", async () => {
    log.push("a1 begins");
    await gate.promise;
    log.push("a1 ends");
  });
  const second = lanes.run("a", async () => log.push("a2"));
  await lanes.run("b", async () => log.push("b"));
  gate.resolve();
  await Promise.all([first, second]);
  expect(log).toEqual(["a1 begins", "b", "a1 ends", "a2"]);
});

test("a task that throws fails for its caller only", async () => {
  const lanes = new Lanes();
  const broken = lanes.run("a", async () => Promise.reject(new Error("broken")));
  const next = lanes.run("a", async () => "fine");
  await expect(broken).rejects.toThrow("broken");
  expect(await next).toBe("fine");
});
