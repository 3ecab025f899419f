/**
 * The `fetch` that model providers are given: no redirects, because a key in a header of its own
 * would follow one to another host, and no answer longer than a model has reason to give.
 */
const MAX_ANSWER_BYTES = 4 * 2 ** 20;

export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, { ...init, redirect: "error" });
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(atMost(MAX_ANSWER_BYTES)), {
    status,
    statusText,
    headers,
  });
};

function atMost(limit: number): TransformStream<Uint8Array, Uint8Array> {
  let bytes = 0;
  return new TransformStream({
    transform(chunk, controller) {
      bytes += chunk.byteLength;
      if (bytes > limit) controller.error(new Error(`an answer of more than ${limit} bytes`));
      else controller.enqueue(chunk);
    },
  });
}
