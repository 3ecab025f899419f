/** `GET /artifacts/{hash}`: the bytes of an artifact, for anybody. */
import { artifactHash } from "@bazaar/kernel";
import { RESPONSE_HEADERS } from "../../listen/response-headers.ts";
import type { Dispatcher } from "../dispatch.ts";
import { refuseAtDoor } from "../door-refusal.ts";
import { jsonResponse } from "../json-response.ts";
import { upperCaseRefusal } from "../lower-case.ts";
import type { Route } from "../route-table.ts";
import { metered } from "./metered.ts";

export const DOWNLOAD = {
  path: "/artifacts/{hash}",
  summary: "The bytes of an artifact, by their SHA-256 in hex or as entries name it; always whole",
  tag: "platform",
  contentType: "application/octet-stream",
} as const;

/** A party wrote the bytes: browsers must save them and never run them. */
const BYTES_HEADERS = {
  ...RESPONSE_HEADERS,
  "Content-Type": DOWNLOAD.contentType,
  "Content-Disposition": "attachment",
  "Cache-Control": "public, max-age=31536000, immutable",
  "Accept-Ranges": "none",
};

export function downloadRoute({ market, rates }: Pick<Dispatcher, "market" | "rates">): Route {
  return {
    method: "GET",
    path: DOWNLOAD.path,
    async serve({ address }, name) {
      // Entries and results write it with its algorithm.
      const hash = artifactHash(name) ?? name;
      const upperCase = upperCaseRefusal(hash);
      if (upperCase !== null) return jsonResponse(upperCase);
      const opened = await market.openArtifact(hash);
      if (opened === null) {
        return jsonResponse(refuseAtDoor({ code: "unknown_artifact", hash }));
      }
      const length = String(opened.bytes);
      return {
        status: 200,
        headers: { ...BYTES_HEADERS, "Content-Length": length, ETag: `"${hash}"` },
        // A download that has begun goes on; further requests are refused.
        body: metered(opened.content, () => rates.count("perAddress", address)),
      };
    },
  };
}
