/** What a transfer may take, the same for the sender and the receiver. */
const MIB = 2 ** 20;

export const MAX_FILES = 10;
export const MAX_FILE_BYTES = 25 * MIB;
export const MAX_TOTAL_BYTES = 50 * MIB;
/** In UTF-16 units: all bytes in base64, with room for the header and markers. */
export const MAX_ARCHIVE_LENGTH = 72 * MIB;
export const MAX_CHUNKS = 1_000;

/** What the server takes. */
export const MAX_DIRECT_LENGTH = 4_096;
export const MAX_FRAME_BYTES = 2 * MIB;

export const OFFER_MS = 30 * 60_000;
/** From accepting an offer to the last chunk, and from the last chunk to its confirmation. */
export const TRANSFER_MS = 120_000;
