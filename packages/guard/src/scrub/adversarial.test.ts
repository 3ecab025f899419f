import { expect, test } from "vitest";
import { ADVERSARIAL_PIECES, repeated } from "./corpus/adversarial.ts";
import { makeScrubber } from "./scrubber.ts";

// A rule that tries combinations does not come back from one of these. How the time grows with
// the length is measured by the bench.
test.each(ADVERSARIAL_PIECES.map((piece) => [JSON.stringify(piece), piece] as const))(
  "%s in rows is scrubbed once and for all",
  (_shown, piece) => {
    const once = makeScrubber().scrub(repeated(piece, 20_000)).text;
    expect(makeScrubber().scrub(once)).toEqual({ text: once, found: [] });
  },
);
