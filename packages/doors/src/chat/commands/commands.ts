/** What a client may send, by its type. */
import type { Command } from "../command.ts";
import { adminApprove, adminList, adminRevoke } from "./admin-allow.ts";
import { adminBan, adminKick, adminUnban } from "./admin-remove.ts";
import { createChannel } from "./create-channel.ts";
import { fileChunk } from "./file-chunk.ts";
import { identify } from "./identify.ts";
import { invite } from "./invite.ts";
import { join } from "./join.ts";
import { leave } from "./leave.ts";
import { listAgents } from "./list-agents.ts";
import { listChannels } from "./list-channels.ts";
import { message } from "./message.ts";
import { ping } from "./ping.ts";
import { registerSkills } from "./register-skills.ts";
import { searchSkills } from "./search-skills.ts";
import { setDelivery } from "./set-delivery.ts";
import { setNick } from "./set-nick.ts";
import { setPresence } from "./set-presence.ts";
import { typing } from "./typing.ts";
import { verifyIdentity } from "./verify-identity.ts";
import { verifyRequest } from "./verify-request.ts";
import { verifyResponse } from "./verify-response.ts";

export const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ["IDENTIFY", identify],
  ["VERIFY_IDENTITY", verifyIdentity],
  ["PING", ping],
  ["JOIN", join],
  ["LEAVE", leave],
  ["MSG", message],
  ["FILE_CHUNK", fileChunk],
  ["LIST_CHANNELS", listChannels],
  ["LIST_AGENTS", listAgents],
  ["CREATE_CHANNEL", createChannel],
  ["INVITE", invite],
  ["SET_PRESENCE", setPresence],
  ["SET_NICK", setNick],
  ["SET_DELIVERY", setDelivery],
  ["TYPING", typing],
  ["REGISTER_SKILLS", registerSkills],
  ["SEARCH_SKILLS", searchSkills],
  ["VERIFY_REQUEST", verifyRequest],
  ["VERIFY_RESPONSE", verifyResponse],
  ["ADMIN_APPROVE", adminApprove],
  ["ADMIN_REVOKE", adminRevoke],
  ["ADMIN_LIST", adminList],
  ["ADMIN_KICK", adminKick],
  ["ADMIN_BAN", adminBan],
  ["ADMIN_UNBAN", adminUnban],
]);
