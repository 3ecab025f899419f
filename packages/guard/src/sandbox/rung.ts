/** The rungs of the ladder, best first. What each holds and lacks is said in `ladder.ts`. */
export const RUNGS = ["A", "B", "C", "D", "E"] as const;

export type RungName = (typeof RUNGS)[number];
