/**
 * The vectors of a panel: its draw, and sealed votes. The format is explained beside the file, in
 * `spec/vectors/README.md`.
 */
import {
  drawOrder,
  drawSeed,
  nonceCommitment,
  voteCommitment,
} from "../../packages/kernel/src/court/panel/draw.ts";
import { PANEL_SIZE, PANEL_VERDICTS } from "../../packages/kernel/src/court/panel/proceedings.ts";

interface Inputs {
  readonly proposal: string;
  readonly nonce: string;
  readonly serverNonce: string;
}

const HEX: Inputs = {
  proposal: "prop_vector",
  nonce: "00112233445566778899aabbccddeeff",
  serverNonce: "ffeeddccbbaa99887766554433221100",
};

const INPUTS: readonly Inputs[] = [
  HEX,
  { proposal: "prop_vector", nonce: "nonce", serverNonce: "server" },
  // The texts are joined without separators and hashed as UTF-8.
  { proposal: "prop_", nonce: "vectornonce", serverNonce: "server" },
  { ...HEX, nonce: "a nönce of 😀 characters" },
];

const SIZES = [3, 4, 5, 10, 100];

function draws(): readonly string[] {
  return INPUTS.flatMap(({ proposal, nonce, serverNonce }) =>
    SIZES.map((size) => {
      const pool = Array.from({ length: size }, (_, at) => `@${String(at).padStart(3, "0")}`);
      const seed = drawSeed(proposal, nonce, serverNonce);
      const order = drawOrder(seed, pool);
      return JSON.stringify({
        proposal,
        nonce,
        commitment: nonceCommitment(nonce),
        server_nonce: serverNonce,
        seed,
        pool,
        panel: order.slice(0, PANEL_SIZE),
        order,
      });
    }),
  );
}

function votes(): readonly string[] {
  const contract = "0123456789abcdef".repeat(4);
  const arbiter = `fix_${"ab".repeat(32)}`;
  const salt = "5a".repeat(32);
  return PANEL_VERDICTS.map((verdict) => {
    const commitment = voteCommitment(contract, arbiter, verdict, salt);
    return JSON.stringify({ contract, arbiter, verdict, salt, commitment });
  });
}

export function courtVectors(): string {
  return `{"draws":[\n${draws().join(",\n")}\n],"votes":[\n${votes().join(",\n")}\n]}\n`;
}
