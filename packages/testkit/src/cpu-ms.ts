/** The CPU time that a function takes, which does not depend on the load of the machine. */
export function cpuMs(run: () => void): number {
  const start = process.cpuUsage();
  run();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1_000;
}
