import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { actEndpoint } from "./act-endpoint.ts";

export const result = actEndpoint({
  word: "result",
  summary: "Return the output of the oldest pending command (principal)",
  tag: "acts",
  key: "principal_pubkey",
  bodySize: "long",
  says: {
    command: z.string().max(TEXT_LIMITS.command),
    output: z.string().max(TEXT_LIMITS.output),
  },
  answer: z.object({ status: z.literal("ok") }),
  act: ({ command, output }) => ({
    type: "result",
    says: { command, output, from: "principal" },
  }),
  reply: () => ({ status: "ok" }),
});
