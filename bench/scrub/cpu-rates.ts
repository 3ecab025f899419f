/**
 * Rates per second of CPU time, the contenders taking turns. Scrubbing waits for nothing, so CPU
 * time is what it costs; the clock would also measure other load on the machine.
 */
import type { Contender, Rate } from "../measure.ts";

const ROUNDS = 7;
/** Until the engine has compiled everything, so that compiling is not part of the rate. */
const WARM_UP_ROUNDS = 15;

export async function cpuRates(contenders: readonly Contender[]): Promise<readonly Rate[]> {
  const measured = contenders.map(({ name }) => ({ name, perSecond: [] as number[] }));
  for (let round = 0; round < WARM_UP_ROUNDS + ROUNDS; round += 1) {
    for (const [index, { run }] of contenders.entries()) {
      const started = process.cpuUsage();
      const done = await run();
      const { user, system } = process.cpuUsage(started);
      if (round >= WARM_UP_ROUNDS) measured[index]?.perSecond.push(done / ((user + system) / 1e6));
    }
  }
  return measured.map(({ name, perSecond }) => {
    const sorted = perSecond.sort((a, b) => a - b);
    return { name, perSecond: sorted[Math.floor(sorted.length / 2)] ?? 0 };
  });
}
