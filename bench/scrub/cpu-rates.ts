/**
 * Rates per second of this process's own time, in turns. Scrubbing waits for nothing, so its own
 * time is what it costs; on a machine that does other things too, the clock would measure those.
 */
import type { Contender, Rate } from "../measure.ts";

const ROUNDS = 7;
/** Until the compiler has seen enough, and its own time is no longer part of the rate. */
const WARMING_UP = 15;

export async function cpuRates(contenders: readonly Contender[]): Promise<readonly Rate[]> {
  const measured = contenders.map(({ name }) => ({ name, perSecond: [] as number[] }));
  for (let round = 0; round < WARMING_UP + ROUNDS; round += 1) {
    for (const [index, { run }] of contenders.entries()) {
      const started = process.cpuUsage();
      const done = await run();
      const { user, system } = process.cpuUsage(started);
      if (round >= WARMING_UP) measured[index]?.perSecond.push(done / ((user + system) / 1e6));
    }
  }
  return measured.map(({ name, perSecond }) => {
    const sorted = perSecond.sort((a, b) => a - b);
    return { name, perSecond: sorted[Math.floor(sorted.length / 2)] ?? 0 };
  });
}
