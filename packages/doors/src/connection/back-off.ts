/** How long to wait before the next try: twice as long each time, up to a limit. */
export interface BackOff {
  readonly firstMs: number;
  readonly mostMs: number;
}

export function delayMs({ firstMs, mostMs }: BackOff, tries: number): number {
  return Math.min(mostMs, firstMs * 2 ** Math.min(tries, 30));
}
