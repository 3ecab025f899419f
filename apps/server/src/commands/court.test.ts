/** The command in this process, on transcripts with real signatures. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  chainJson,
  invariant,
  isJsonObject,
  parseJson,
  TIERS,
  transcriptJson,
} from "@bazaar/kernel";
import { generateSigner } from "@bazaar/keys";
import { BadInput } from "@bazaar/terminal";
import { Story, sampleTerms } from "@bazaar/testkit";
import { expect, onTestFinished, test, vi } from "vitest";
import { courtCommand } from "./court.ts";

const [principal, agent, server] = [generateSigner(), generateSigner(), generateSigner()];

function deliberating(): Story {
  const court = { kind: "tiered", judge: server.party, tiers: TIERS } as const;
  return new Story(sampleTerms({ principal: principal.party, platform: server.party, court }))
    .act(principal, "post")
    .act(agent, "bond")
    .act(agent, "accept")
    .act(agent, "dispute_filed", { argument: "I looked" })
    .act(principal, "dispute_response", { argument: "no fix" });
}

/** What it prints on a file of this text. */
async function rule(text: string, ...flags: string[]): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "court-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "transcript.json");
  writeFileSync(file, text);
  const written = vi.spyOn(process.stdout, "write").mockImplementation(() => true);
  try {
    const words = ["rule", file, "--judge", "facts", ...flags];
    await courtCommand().parseAsync(words, { from: "user" });
    return written.mock.calls.join("");
  } finally {
    written.mockRestore();
  }
}

const exported = (told: Story): string => chainJson(transcriptJson(told.transcript()));

test("a ruling is that of the tier which the case is before", async () => {
  const told = deliberating();
  const ruling = parseJson(await rule(exported(told)));
  invariant(ruling.ok && isJsonObject(ruling.value), "a ruling is an object");
  expect(ruling.value.court).toBe("district");
  const appealed = told
    .act(server, "ruling", ruling.value)
    .act(agent, "appeal", { argument: "look again" })
    .act(principal, "dispute_response", { argument: "no fix" });
  expect(await rule(exported(appealed))).toContain('"court":"appeals"');
  await expect(rule(exported(appealed), "--tier", "district")).rejects.toThrow(
    "no ruling: the contract is not before the district court; --anyway rules nevertheless",
  );
});

test.each([
  { what: "no JSON", text: "{", says: /is not JSON: [^{}]* at character 1$/ },
  { what: "no transcript", text: "{}", says: /is not a transcript: [^{}]*$/ },
  {
    what: "a changed transcript",
    text: exported(deliberating()).replace("I looked", "I did not look"),
    says: /the transcript is not valid: entry 3: [^{}]*$/,
  },
])("$what is refused in words", async ({ text, says }) => {
  const refused = rule(text);
  await expect(refused).rejects.toThrow(BadInput);
  await expect(refused).rejects.toThrow(says);
});
