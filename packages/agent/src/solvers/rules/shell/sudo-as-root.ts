import { corrected, rule } from "../rule.ts";
import { missingCommand } from "./missing-command.ts";

export const sudoAsRoot = rule({
  name: "sudo-as-root",
  title: "sudo is not installed and not needed",
  sees(view) {
    const missing = missingCommand(view);
    const next = missing?.call.operands[0];
    if (missing?.name !== "sudo" || next === undefined || next.raw.startsWith("-")) return null;
    return { ...missing, next };
  },
  async repair({ call, next }, view, ask) {
    if ((await ask.ask("id", "-u"))?.trim() !== "0") return null;
    const { command } = view;
    return corrected(
      command.slice(0, call.program.start) + command.slice(next.start),
      "sudo is not installed and not needed: the user is root.",
    );
  },
});
