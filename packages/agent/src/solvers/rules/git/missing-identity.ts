import { quoteWord } from "@bazaar/work";
import { rule } from "../rule.ts";
import { hasLine } from "../view.ts";

const SAID = [
  /^\*\*\* Please tell me who you are\./,
  /^fatal: (?:unable to auto-detect email address|empty ident name|no email was given)/,
];
const LOGGED = /^\S{7,64} \S{7,64} ([^<>\n]{1,80}) <([^<>\s]{3,80})> \d{6,12} /;

export const missingIdentity = rule({
  name: "git-missing-identity",
  title: "git has no user name and email",
  sees: (view) => (hasLine(view, ...SAID) ? {} : null),
  async repair(_facts, _view, ask) {
    const last = await ask.ask("tail", "-n", "1", ".git/logs/HEAD");
    const logged = LOGGED.exec(last ?? "");
    const user = (await ask.ask("whoami"))?.trim() ?? "";
    const plain = /^[\w.-]{1,40}$/.test(user) ? user : "nobody";
    const name = logged?.[1] ?? plain;
    const email = logged?.[2] ?? `${plain}@localhost`;
    return {
      shell: `git config user.name ${quoteWord(name)} && git config user.email ${quoteWord(email)}`,
      explanation: [
        `git needs a name and an address for a commit: in this repository, ${name} <${email}>.`,
        'Use "git config --global" to set your own everywhere.',
      ].join(" "),
    };
  },
});
