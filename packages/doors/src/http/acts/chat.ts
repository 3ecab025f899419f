import { TEXT_LIMITS } from "@bazaar/kernel";
import { z } from "zod";
import { side } from "../shapes.ts";
import { actEndpoint } from "./act-endpoint.ts";
import { wrongSide } from "./wrong-side.ts";

export const chat = actEndpoint({
  word: "chat",
  summary: "Send a message: ask (agent), answer (principal) or message (both)",
  tag: "acts",
  key: "pubkey",
  says: {
    message: z.string().min(1).max(TEXT_LIMITS.message),
    from_side: side.nullish(),
    msg_type: z.enum(["ask", "answer", "message"]).nullish(),
  },
  isTalk: true,
  answer: z.object({ status: z.literal("sent") }),
  act: ({ message, from_side, msg_type }, { side: own }) =>
    wrongSide("from_side", from_side, own) ?? {
      type: msg_type ?? "message",
      says: { message, from: from_side },
    },
  reply: () => ({ status: "sent" }),
});
