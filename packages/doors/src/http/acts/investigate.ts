import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { actEndpoint } from "./act-endpoint.ts";

export const investigate = actEndpoint({
  word: "investigate",
  summary: "Ask for the output of one read-only command (agent)",
  tag: "acts",
  key: "agent_pubkey",
  says: { command: z.string().min(1).max(TEXT_LIMITS.command) },
  answer: z.object({ status: z.literal("pending_result"), command: z.string() }),
  act: ({ command }) => ({ type: "investigate", says: { command, from: "agent" } }),
  reply: (_, { command }) => ({ status: "pending_result", command }),
});
