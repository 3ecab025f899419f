/** The peer: secretlint with its recommended rules. */
import { lintSource } from "@secretlint/core";
import { creator } from "@secretlint/secretlint-rule-preset-recommend";
import type { Span } from "../../packages/guard/src/scrub/corpus/read-corpus.ts";

const PRESET = "@secretlint/secretlint-rule-preset-recommend";
const options = { config: { rules: [{ id: PRESET, rule: creator, rules: [] }] } };

export async function secretlintSpans(content: string): Promise<readonly Span[]> {
  const source = { filePath: "/output.txt", content, contentType: "text", ext: ".txt" } as const;
  const { messages } = await lintSource({ source, options });
  return messages.map(({ range: [start, end] }) => ({ start, end }));
}
