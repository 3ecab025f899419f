import { expect, test } from "vitest";
import { ADVERSARIAL_PIECES, repeated } from "./corpus/adversarial.ts";
import { makeScrubber } from "./scrubber.ts";

// A rule with nested quantifiers would hang on one of these. The bench measures how the time grows.
test.each(ADVERSARIAL_PIECES.map((piece) => [JSON.stringify(piece), piece] as const))(
  "%s repeated is scrubbed in time, and scrubbing it again changes nothing",
  (_shown, piece) => {
    const once = makeScrubber().scrub(repeated(piece, 20_000)).text;
    expect(makeScrubber().scrub(once)).toEqual({ text: once, found: [] });
  },
);
