import { publicKeyHex, type Signer, signedRequestTexts } from "@bazaar/kernel";

export interface Post {
  readonly path: string;
  readonly body: string;
}

/** The headers that sign a request; valid for a minute from `nowMs`. */
export function signRequest(
  signer: Signer,
  { path, body, method = "POST" }: Post & { readonly method?: string },
  nowMs: number,
): Record<string, string> {
  const timestampSeconds = Math.floor(nowMs / 1_000);
  const [text] = signedRequestTexts({ method, path, body, timestampSeconds });
  return {
    "Content-Type": "application/json",
    "X-Fix-Timestamp": String(timestampSeconds),
    "X-Fix-Pubkey": publicKeyHex(signer.party) ?? "",
    "X-Fix-Signature": signer.sign(text),
  };
}
