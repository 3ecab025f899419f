/** All scenarios, as whoever runs this: one line of JSON each. */
import { Place, SCENARIOS } from "./sandbox-scenarios.ts";

for (const { claim, holds } of SCENARIOS) {
  await using place = new Place();
  const problem = await holds(place).then(
    () => null,
    (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  console.log(JSON.stringify({ claim, problem }));
}
