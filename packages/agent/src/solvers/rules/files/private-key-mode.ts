import { quotedPath } from "../quote.ts";
import { rule, unproved } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

export const privateKeyMode = rule({
  name: "private-key-mode",
  title: "A private key is readable by others",
  sees(view) {
    const path = firstMatch(
      view,
      /^Permissions 0[0-7]{3} for ['"]([^'"]{1,250})['"] are too open\.$/,
    )?.[1];
    const isAsked = callOf(view, "ssh", "scp", "sftp", "rsync", "git", "ssh-add", "ssh-keygen");
    return path === undefined || isAsked === null ? null : { path };
  },
  async repair({ path }, view, ask) {
    const key = await ask.locate(path);
    if (key === null) return null;
    const shell = `chmod 600 ${quotedPath(key)}`;
    const explanation = `ssh ignores ${key} because others can read it.`;
    // Keys by their usual names are hidden there.
    return /(?:^|\/)id_[\w-]+$|\.(?:pem|key)$/.test(key)
      ? unproved(`${shell} && ${view.command}`, "the sandbox hides private keys", explanation)
      : { shell, explanation };
  },
});
