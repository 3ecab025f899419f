/** What a web page needs that tells its reader whether a transcript is true. */
import { parseJson, parseTranscript, verifyTranscript } from "@bazaar/kernel";
import { nobleVerify } from "@bazaar/kernel/noble";

/** Where the contract stands if everything in the text is true, or the code of what is wrong. */
export function readTranscript(text: string): string {
  const json = parseJson(text);
  if (!json.ok) return json.refusal.code;
  const transcript = parseTranscript(json.value);
  if (!transcript.ok) return transcript.refusal.code;
  const verified = verifyTranscript(transcript.value, nobleVerify);
  return verified.ok ? verified.value.phase : verified.refusal.code;
}
