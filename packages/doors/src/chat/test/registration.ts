import { createHash } from "node:crypto";
import { type Key, signed } from "./chatting.ts";

/** The message with which an agent says what it can do. */
export function registration(key: Key, skills: unknown) {
  const hash = createHash("sha256").update(JSON.stringify(skills)).digest("hex");
  return { type: "REGISTER_SKILLS", skills, sig: signed(key, `REGISTER_SKILLS|${hash}`) };
}
