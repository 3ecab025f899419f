/**
 * `PUT /artifacts`: its owner states the hash, the length and the market, signs the hash for this market,
 * and sends the bytes. Without the market in it another could repeat the request here, on its owner's quota.
 *
 * They are stored as they arrive, and only if there is room for them. What is cut off, too fast or
 * not as stated leaves nothing behind.
 */
import { bytesBody, namesMarket, refuse } from "@bazaar/kernel";
import { z } from "zod";
import { BodyTooLarge } from "../../listen/body-errors.ts";
import type { HttpRequest } from "../../listen/http-request.ts";
import type { ListenRefused } from "../../listen/listen-refusal.ts";
import { admitSigner } from "../authenticate.ts";
import { type Dispatcher, parse, takeTurn } from "../dispatch.ts";
import { refuseAtDoor } from "../door-refusal.ts";
import { type Answer, answer } from "../endpoint.ts";
import { jsonResponse } from "../json-response.ts";
import { PARTY_TEXT } from "../json-schemas.ts";
import { placeNumber } from "../reads/paging.ts";
import type { Route } from "../route-table.ts";
import { count, hash, seconds } from "../shapes.ts";
import { secondsOf } from "../views/seconds.ts";
import { metered } from "./metered.ts";

const QUERY = z.object({
  hash: hash.describe("The SHA-256 of the body, in hex."),
  bytes: placeNumber("expected the length of the body in bytes"),
  platform: PARTY_TEXT.optional().meta({ description: "The key of this market" }),
});

export const UPLOAD = {
  path: "/artifacts",
  summary:
    "Store the body, raw bytes, under its hash; signed are METHOD|PATH|sha256:HASH|PLATFORM|TIMESTAMP",
  tag: "platform",
  query: QUERY,
  answer: z.object({ hash, bytes: count, expires_at: seconds }),
} as const;

class UploadLimited extends Error {
  override name = "UploadLimited";
  readonly refused: ListenRefused;

  constructor(refused: ListenRefused) {
    super(refused.refusal.code);
    this.refused = refused;
  }
}

export function uploadRoute(door: Dispatcher): Route {
  return {
    method: "PUT",
    path: UPLOAD.path,
    serve: async (request) => jsonResponse(await upload(door, request)),
  };
}

async function upload(door: Dispatcher, request: HttpRequest): Promise<Answer> {
  const turn = await takeTurn(door, request);
  if (!turn.ok) return turn;
  const query = parse(QUERY, request.query());
  if (!query.ok) return refuseAtDoor({ code: "malformed_query", problems: query.problems });
  const { platform = null, ...stated } = query.value;
  const { party } = door.market;
  if (!namesMarket({ platform }, party)) {
    return refuse({ code: "market_not_named", platform: party });
  }
  const signed = { method: "PUT", path: request.path, body: bytesBody(stated.hash, party) };
  const caller = admitSigner(door, request, signed, "perIdentity");
  if (!caller.ok) return caller;
  const content = metered(request.chunks(stated.bytes), () => {
    const limited = door.rates.count("perAddress", request.address);
    if (limited !== null) throw new UploadLimited(limited);
  });
  try {
    const kept = await door.market.keepArtifact({
      ...stated,
      owner: caller.value.party,
      content,
    });
    if (!kept.ok) return kept;
    const { bytes, expiresMs } = kept.value;
    return answer({ hash: kept.value.hash, bytes, expires_at: secondsOf(expiresMs) });
  } catch (failure) {
    if (failure instanceof UploadLimited) return failure.refused;
    if (failure instanceof BodyTooLarge) return refuse({ code: "artifact_differs", ...stated });
    throw failure;
  }
}
