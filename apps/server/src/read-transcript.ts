import { parseTranscript, type Transcript } from "@bazaar/kernel";
import { BadInput, explainBreak } from "@bazaar/terminal";
import { readJsonFile } from "./read-json-file.ts";

/** @throws BadInput if the file cannot be read, or is not a transcript. It is not verified. */
export function readTranscript(file: string): Transcript {
  const transcript = parseTranscript(readJsonFile(file, "the transcript"));
  if (transcript.ok) return transcript.value;
  throw new BadInput(`${file} is not a transcript: ${explainBreak(transcript.refusal)}`);
}
