/** Lets other work run between two parts of a long read. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
