import { hasProgram } from "@bazaar/testkit/program";
import { expect, test } from "vitest";
import { play } from "./play.ts";
import { SCENES } from "./scenes.ts";
import { TmuxScreen } from "./tmux-screen.ts";

const canRecord =
  process.getuid?.() === 0 && hasProgram("bwrap", "git", "ip", "nsenter", "tmux", "unshare");

test.skipIf(!canRecord)(
  "a scene is recorded as the screen shows it (needs root, bwrap, git, ip and tmux)",
  async () => {
    const [scene] = SCENES;
    if (scene === undefined) throw new Error("there is no scene");
    await using screen = await TmuxScreen.open();
    const lines = (await play(screen, scene)).split("\n");
    expect(lines.at(0)).toBe("~ $ cd sohp");
    expect(lines.at(-1)).toBe("~ $ cd shop");
    expect(lines).toContain("bash: cd: sohp: No such file or directory");
  },
);
