import { command } from "../command.ts";
import { frame } from "../frames.ts";

/** A part of a file, for one agent. It is not echoed and never kept. */
export const fileChunk = command({
  needs: "agent",
  read: (fields) => ({
    to: fields.agent("to"),
    content: fields.text("content", "Missing or invalid content"),
  }),
  run({ chat, connection, agent }, { to, content }) {
    const chunk = frame(chat, "FILE_CHUNK", { from: `@${agent.id}`, to: `@${to}`, content });
    if (!chat.talk.send(to, chunk)) connection.error("no_agent", `Agent @${to} not found`);
  },
});
