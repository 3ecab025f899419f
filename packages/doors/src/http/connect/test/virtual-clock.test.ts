import { setImmediate as macrotask } from "node:timers/promises";
import { expect, test } from "vitest";
import { document } from "../../../../test/door-under-test.ts";
import { InProcess, taken } from "./in-process.ts";
import { VirtualClock } from "./virtual-clock.ts";

const REQUEST = new Request("http://market.test/");

/** Many more turns of the event loop than anything here takes. */
async function aWhile(): Promise<void> {
  for (let turns = 0; turns < 200; turns += 1) await macrotask();
}

test("sleepers wake in the order of their times, at their times", async () => {
  const clock = new VirtualClock(0);
  const woken: string[] = [];
  const sleep = async (name: string, ms: number) => {
    await clock.sleep(ms);
    woken.push(`${name} ${clock.nowMs()}`);
  };
  await Promise.all([sleep("late", 86_400_000), sleep("early", 10), sleep("middle", 500)]);
  expect(woken).toEqual(["early 10", "middle 500", "late 86400000"]);
});

test.each(["answered", "failed"])("time stands still until a request is %s", async (how) => {
  const clock = new VirtualClock(0);
  const answer = Promise.withResolvers<Response>();
  const sent = clock.counting(() => answer.promise)(REQUEST);
  const slept = clock.sleep(1);
  await aWhile();
  expect(clock.nowMs()).toBe(0);
  if (how === "answered") answer.resolve(new Response(null));
  else answer.reject(new Error("lost"));
  await Promise.allSettled([sent, slept]);
  expect(clock.nowMs()).toBe(1);
});

test.each(["read", "canceled"])("time stands still until a body is %s", async (how) => {
  const clock = new VirtualClock(0);
  const response = await clock.counting(() => new Response("hello"))(REQUEST);
  const slept = clock.sleep(1);
  await aWhile();
  expect(clock.nowMs()).toBe(0);
  if (how === "read") expect(await response.text()).toBe("hello");
  else await response.body?.cancel();
  await slept;
  expect(clock.nowMs()).toBe(1);
});

test("time stands still until a body that comes late is there", async () => {
  const clock = new VirtualClock(0);
  const late = Promise.withResolvers<void>();
  const body = new ReadableStream({
    async pull(controller) {
      await late.promise;
      controller.enqueue(new TextEncoder().encode("late"));
      controller.close();
    },
  });
  const response = await clock.counting(() => new Response(body))(REQUEST);
  const read = response.text();
  const slept = clock.sleep(1);
  await aWhile();
  expect(clock.nowMs()).toBe(0);
  late.resolve();
  expect(await read).toBe("late");
  await slept;
});

test("time stands still under `hold`, and passes under `delay` and `never`", async () => {
  const clock = new VirtualClock(0);
  const done = Promise.withResolvers<void>();
  const held = clock.hold(() => done.promise);
  const slept = clock.sleep(5);
  await aWhile();
  expect(clock.nowMs()).toBe(0);
  done.resolve();
  await Promise.all([held, slept]);
  const delayed = clock.counting(async () => {
    await clock.delay(100);
    return new Response(null);
  });
  await delayed(REQUEST);
  expect(clock.nowMs()).toBe(105);
  const leaving = new AbortController();
  const request = new Request(REQUEST, { signal: leaving.signal });
  const lost = clock.counting(({ signal }) => clock.never(signal))(request);
  void clock.sleep(50).then(() => leaving.abort(new Error("enough")));
  await expect(lost).rejects.toThrow("enough");
  expect(clock.nowMs()).toBe(155);
});

test("time passes while an event stream is idle, and not while an event is on its way", async () => {
  await using place = await InProcess.open();
  const startMs = place.clock.nowMs();
  const leaving = new AbortController();
  const events = place.connect().events({}, leaving.signal);
  const first = events.next().then(({ value }) => ({ value, atMs: place.clock.nowMs() }));
  await place.clock.sleep(20_000);
  const posting = place.connect();
  const posted = taken(await posting.post(document(place.under)));
  const postedMs = place.clock.nowMs();
  await place.clock.sleep(1);
  const told = await first;
  expect(told.value).toMatchObject({ contract: posted.contract.id.slice(0, 32) });
  expect([postedMs - startMs, told.atMs - startMs]).toEqual([20_000, 20_000]);
  leaving.abort();
});
