/**
 * How long a body may be, by endpoint, and never longer than the operator's own limit.
 *
 * Texts are limited in UTF-16 units. A client that escapes everything writes six bytes for each, and
 * a signed entry repeats the text. So a message of 4,000 units needs at most 48,000 bytes, and an
 * argument of 20,000 units 240,000.
 */
export type BodySize = "short" | "argument" | "long";

const MAX_BYTES: Readonly<Record<BodySize, number>> = {
  short: 64 * 1024,
  argument: 256 * 1024,
  long: Number.POSITIVE_INFINITY,
};

export function bodyLimit(size: BodySize | undefined, operatorsLimit: number): number {
  return Math.min(MAX_BYTES[size ?? "short"], operatorsLimit);
}
