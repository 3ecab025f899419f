/** What a web page needs to verify a transcript. */
import { parseJson, parseTranscript, verifyTranscript } from "@bazaar/kernel";
import { nobleVerify } from "@bazaar/kernel/noble";

/** The contract's phase if the transcript is valid, otherwise the code of the refusal. */
export function readTranscript(text: string): string {
  const json = parseJson(text);
  if (!json.ok) return json.refusal.code;
  const transcript = parseTranscript(json.value);
  if (!transcript.ok) return transcript.refusal.code;
  const verified = verifyTranscript(transcript.value, nobleVerify);
  return verified.ok ? verified.value.phase : verified.refusal.code;
}
