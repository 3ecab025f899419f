/** An agent says what it can do. The list replaces the one before, and is kept while it is away. */
import { hash } from "node:crypto";
import { MAX_NOTE_BYTES, type Skill } from "@bazaar/market/ports";
import { isSignedBy } from "../agent-key.ts";
import { command } from "../command.ts";
import { FrameFields } from "../frame-fields.ts";
import { serverFrame } from "../frames.ts";
import { skillsText } from "../words.ts";

const MAX_SKILLS = 100;
const MAX_CAPABILITY = 100;
const MAX_DESCRIPTION = 1_000;
const MAX_CURRENCY = 20;
/** They are kept as one note, together with the time. */
const MAX_BYTES = MAX_NOTE_BYTES - 1_024;
/** Of objects and lists in a skill, all of which are signed, also where this server ignores them. */
const MAX_DEPTH = 10;
/** Where new skills are announced, if there is such a channel. */
const ANNOUNCED_IN = "#discovery";
/** How many capabilities the announcement names. */
const MAX_NAMED = 10;

export const registerSkills = command({
  needs: "key",
  read: (fields) => {
    const given = fields.value("skills");
    const list: readonly unknown[] = Array.isArray(given) ? given : [];
    if (list.length === 0) fields.fault("Missing or invalid skills");
    if (list.length > MAX_SKILLS) fields.fault(`Too many skills (max ${MAX_SKILLS})`);
    const skills = list.slice(0, MAX_SKILLS).map((skill) => readSkill(fields, skill));
    if (Buffer.byteLength(JSON.stringify(skills)) > MAX_BYTES) fields.fault("Skills too long");
    const signature = fields.text("sig", "Skill registration must be signed");
    // Written as text only once it is known not to be deep.
    const text = fields.problem === null ? JSON.stringify(list) : "";
    return { skills, text, signature };
  },
  async run({ chat, connection, agent: { id, key } }, { skills, text, signature }) {
    const { talk, clock, verify, security } = chat;
    const signed = `REGISTER_SKILLS|${hash("sha256", text, "hex")}`;
    if (!isSignedBy(verify, key.party, signed, signature)) {
      security.note("chat_wrong_signature", connection.address, id);
      return connection.error("wrong_signature", "Invalid signature");
    }
    if (!connection.takeChange("skills", talk.skills.get(id) === undefined)) return;
    const registeredAtMs = clock.nowMs();
    await talk.skills.set(id, { skills, registeredAtMs });
    connection.send("SKILLS_REGISTERED", {
      agent_id: `@${id}`,
      skills_count: skills.length,
      registered_at: registeredAtMs,
    });
    if (talk.channel(ANNOUNCED_IN) === null) return;
    const named = skills.slice(0, MAX_NAMED).map(({ capability }) => capability);
    talk.tell(ANNOUNCED_IN, serverFrame(chat, ANNOUNCED_IN, skillsText(id, named)));
  },
});

function readSkill(fields: FrameFields, given: unknown): Skill {
  const isObject = typeof given === "object" && given !== null;
  if (!isObject) fields.fault("Each skill must be an object");
  if (!isWithin(given, MAX_DEPTH)) fields.fault(`Skills nested too deeply (max ${MAX_DEPTH})`);
  const skill = new FrameFields(isObject ? (given as Readonly<Record<string, unknown>>) : {});
  const capability = skill.text("capability", "Each skill must have a capability");
  if (capability.length > MAX_CAPABILITY) {
    skill.fault(`capability too long (max ${MAX_CAPABILITY} chars)`);
  }
  const read = {
    capability,
    description: skill.optionalText("description", MAX_DESCRIPTION),
    rate: skill.optionalNumber("rate"),
    currency: skill.optionalText("currency", MAX_CURRENCY),
  };
  if (skill.problem !== null) fields.fault(skill.problem);
  return read;
}

function isWithin(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null) return true;
  return depth > 0 && Object.values(value).every((each) => isWithin(each, depth - 1));
}
