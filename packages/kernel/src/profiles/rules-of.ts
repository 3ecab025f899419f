import { type Rules, USUAL_RULES } from "../contract/rules.ts";
import { CHAT_RULES } from "./chat-1/rules.ts";
import { ESCROW_RULES } from "./escrow-1/rules.ts";
import { JOB_RULES } from "./job-1/rules.ts";
import type { ProfileName } from "./names.ts";

/** What each profile changes against the usual rules. */
const PROFILE_RULES: Readonly<Record<ProfileName, Partial<Rules>>> = {
  "fix/2": {},
  "escrow/1": ESCROW_RULES,
  "job/1": JOB_RULES,
  "chat/1": CHAT_RULES,
};

/** The profile's rules with the given values on top. Bounds are checked where terms are parsed. */
export function rulesOf(profile: ProfileName, given: Partial<Rules> = {}): Rules {
  return { ...USUAL_RULES, ...PROFILE_RULES[profile], profile, ...given };
}
