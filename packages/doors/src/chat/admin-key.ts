import { createHash, timingSafeEqual } from "node:crypto";
import type { Chat } from "./chat.ts";
import type { Connection } from "./connection.ts";
import type { FrameFields } from "./frame-fields.ts";

/** Whether a message has the admin key; otherwise its sender has been told. Guessing is slow. */
export function isAdminKey(
  { settings: { adminKey }, changes, security }: Pick<Chat, "settings" | "changes" | "security">,
  connection: Pick<Connection, "address" | "error">,
  fields: FrameFields,
): boolean {
  const { address } = connection;
  const failures = `admin ${address}`;
  if (changes.count(failures, 0) > 0) {
    connection.error("rate_limited", "Too many wrong admin keys");
    return false;
  }
  const given = fields.value("admin_key");
  if (adminKey !== null && typeof given === "string" && isSame(given, adminKey)) return true;
  changes.count(failures, 1);
  security.note("chat_wrong_admin_key", address);
  connection.error("wrong_admin_key", "Invalid admin key");
  return false;
}

/** Takes as long whichever characters differ. */
function isSame(a: string, b: string): boolean {
  const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}
