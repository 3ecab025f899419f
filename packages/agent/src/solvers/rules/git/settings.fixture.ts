import type { Fixture } from "../test/fixture.ts";
import { ONE_COMMIT } from "../test/git-setup.ts";

export const fixtures: readonly Fixture[] = [
  {
    rule: "git-bad-config-line",
    when: "a bracket is missing",
    setup: `${ONE_COMMIT} && printf '[alias\\n\\tst = status\\n' >> .git/config`,
    command: "git log --oneline",
    shows: "bad config line",
    hints: "of .git/config has no closing bracket: [alias should be [alias].",
    needs: ["git"],
  },
  {
    rule: "git-bad-config-line",
    when: "it is in the settings of the user, of which only a part is shown",
    setup: `${ONE_COMMIT} && printf '[alias\\n\\tst = status\\n' > settings`,
    around: 'export GIT_CONFIG_GLOBAL="$PWD/settings"',
    command: "git log --oneline",
    shows: "bad config line",
    hints: ", or the line before it: a line there is [section], with both brackets",
    needs: ["git"],
  },
  {
    rule: "git-bad-setting",
    when: "a switch is neither on nor off",
    setup: `${ONE_COMMIT} && git config core.autocrlf yess`,
    command: "git status",
    shows: "bad boolean config value",
    hints: "The setting core.autocrlf is yess",
    needs: ["git"],
  },
  {
    rule: "git-bad-setting",
    when: "an alias is misspelt",
    setup: `${ONE_COMMIT} && git config alias.st stauts`,
    command: "git st",
    shows: "expansion of alias 'st' failed",
    hints: "alias.st status",
    needs: ["git"],
  },
  {
    rule: "git-several-values",
    when: "it was added twice",
    setup: `${ONE_COMMIT} && git config --add remote.pushdefault a && git config --add remote.pushdefault b`,
    command: "git config remote.pushdefault c",
    shows: "cannot overwrite multiple values",
    hints: "git config --replace-all remote.pushdefault c",
    needs: ["git"],
  },
  {
    rule: "git-unknown-key",
    when: "its name is misspelt",
    setup: ONE_COMMIT,
    command: "git config --get user.nme",
    shows: "",
    needs: ["git"],
  },
];
