/** What a transfer may take, the same for whoever sends and whoever receives. */
export const MAX_FILES = 10;
export const MAX_TOTAL_BYTES = 50 * 2 ** 20;
