/** A body as a stream with a maximum, from a socket or from this process. */
import { BodyEndedEarly, BodyTooLarge } from "./body-errors.ts";

export async function* readChunks(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  declaredLength: string | null,
  limit: number,
): AsyncGenerator<Uint8Array, void, undefined> {
  if (Number(declaredLength ?? 0) > limit) throw new BodyTooLarge(limit);
  let length = 0;
  try {
    for await (const chunk of source) {
      length += chunk.byteLength;
      if (length > limit) throw new BodyTooLarge(limit);
      yield chunk;
    }
  } catch (error) {
    if (error instanceof BodyTooLarge) throw error;
    throw new BodyEndedEarly("the body ended early", { cause: error });
  }
}
