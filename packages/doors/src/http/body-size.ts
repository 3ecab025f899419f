/**
 * How long a body may be, by what its endpoint has to say. The operator's own limit is never
 * exceeded.
 *
 * A text is measured in UTF-16 units, each of which an ASCII writer makes six bytes of, and a
 * signed entry says everything once more. So 4,000 of a message are 48,000 bytes at most, and
 * 20,000 of an argument 240,000.
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
