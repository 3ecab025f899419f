/** Bounds of everything that is read as a trajectory. They apply before anything is parsed. */

/** Characters of a whole file. */
export const MAX_REPLAY_LENGTH = 2 ** 24;
export const MAX_REPLAY_LINES = 100_000;
/** Characters of one line: the longest tool parameters, a whole file that was written. */
export const MAX_REPLAY_LINE_LENGTH = 2 ** 20;

/** How deep one line may be nested: what readers of JSON accept by default. */
export const MAX_REPLAY_LINE_DEPTH = 64;

/** Ids, names of tools and producers, policies. */
export const MAX_NAME_LENGTH = 200;
export const MAX_COMMANDS = 1_000;
export const MAX_COMMAND_LENGTH = 10_000;
export const MAX_STEPS = 100_000;
/** Of one call, so that the sum over the longest file is a safe integer. */
export const MAX_LATENCY_MS = 10 ** 10;
/** Counters that are one byte in other implementations. */
export const MAX_BYTE = 255;
export const MAX_EXIT_CODE = 2 ** 31 - 1;
export const MIN_EXIT_CODE = -(2 ** 31);
