import type { Skill } from "@bazaar/market/ports";
import { command } from "../command.ts";
import { FrameFields } from "../frame-fields.ts";

const MAX_RESULTS = 50;
const MAX_TEXT = 100;
/** What every agent has before its first proposal. */
const START = { rating: 1_200, transactions: 0 } as const;

interface Query {
  readonly capability: string | null;
  readonly max_rate: number | null;
  readonly currency: string | null;
  readonly limit: number | null;
}

/** Finds skills of all agents, also of those that are away; the newest first. */
export const searchSkills = command({
  needs: "agent",
  read: (fields) => {
    const given = fields.value("query");
    if (typeof given !== "object") fields.fault("Missing or invalid query");
    const asked = new FrameFields((given ?? {}) as Readonly<Record<string, unknown>>);
    const query: Query = {
      capability: asked.optionalText("capability", MAX_TEXT),
      max_rate: asked.optionalNumber("max_rate"),
      currency: asked.optionalText("currency", MAX_TEXT),
      limit: asked.optionalNumber("limit"),
    };
    if (asked.problem !== null) fields.fault(asked.problem);
    return { query, query_id: fields.optionalText("query_id", MAX_TEXT) };
  },
  run({ chat: { talk }, connection }, { query, query_id }) {
    const matching = [...talk.skills.entries()]
      .flatMap(([id, { skills, registeredAtMs }]) =>
        skills
          .filter((skill) => matches(skill, query))
          .map((skill) => ({ id, skill, registeredAtMs })),
      )
      .sort((a, b) => b.registeredAtMs - a.registeredAtMs);
    const limit = Math.max(0, Math.min(query.limit ?? MAX_RESULTS, MAX_RESULTS));
    connection.send("SEARCH_RESULTS", {
      query_id,
      query: present(query),
      results: matching.slice(0, limit).map(({ id, skill, registeredAtMs }) => ({
        agent_id: `@${id}`,
        ...present(skill),
        registered_at: registeredAtMs,
        ...START,
      })),
      total: matching.length,
    });
  },
});

/** A skill that does not say what is asked for might have it. */
function matches({ capability, rate, currency }: Skill, query: Query): boolean {
  const contains = (text: string, part: string): boolean =>
    text.toLowerCase().includes(part.toLowerCase());
  if (query.capability !== null && !contains(capability, query.capability)) return false;
  if (query.max_rate !== null && rate !== null && rate > query.max_rate) return false;
  return (
    query.currency === null ||
    currency === null ||
    currency.toLowerCase() === query.currency.toLowerCase()
  );
}

/** Without what is null. */
function present(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
