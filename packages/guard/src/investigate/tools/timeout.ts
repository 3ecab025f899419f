import { choice, type Grammar, word } from "../grammar.ts";

const SECONDS = word(/^\d{1,3}(?:\.\d{1,3})?s?$/, "seconds like 5");

/** A time and another allowed command. The investigation's own limit holds whatever it says. */
export const timeout: Grammar = {
  purpose: "runs another allowed command with a time limit",
  form: {
    switches: "--foreground -v --verbose --version",
    options: {
      "-k --kill-after": SECONDS,
      "-s --signal": choice(
        "TERM",
        "KILL",
        "INT",
        "HUP",
        "SIGTERM",
        "SIGKILL",
        "SIGINT",
        "9",
        "15",
      ),
    },
    operands: { first: [SECONDS], min: 1 },
  },
  never: { "--preserve-status": "it would hide that the output was cut" },
  wraps: true,
};
