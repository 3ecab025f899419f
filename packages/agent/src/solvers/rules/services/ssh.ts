/**
 * ssh, and what uses it. A changed host key is only explained: deleting the old one is right after a
 * reinstallation and a disaster during an attack, and only a person can find out which it is.
 */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { named } from "../named.ts";
import { type Rule, rule, unproved } from "../rule.ts";
import { NEEDS_NETWORK } from "../sandbox-limit.ts";
import { ACTS_ON_SHELL } from "../shell/acts-on-shell.ts";
import { callOf, firstMatch, type View } from "../view.ts";

const PROGRAMS = ["ssh", "scp", "sftp", "rsync", "git", "ssh-copy-id", "ssh-add", "mosh"];

function hostOf(view: View): string | null {
  return (
    firstMatch(
      view,
      /^Host key for (\[?[\w.:-]{1,120}\]?(?::\d{1,5})?) has changed and you have requested strict checking\.$/,
    )?.[1] ?? null
  );
}

/** `scp -p 2222`: the port of scp is a capital letter. */
const scpPort = rule({
  name: "scp-port",
  title: "The port of scp in a small letter",
  sees(view) {
    const operands = callOf(view, "scp", "sftp")?.operands ?? [];
    const at = operands.findIndex(({ raw }) => raw === "-p");
    const [flag, port] = at === -1 ? [] : operands.slice(at);
    return flag === undefined || !/^\d{2,5}$/.test(port?.raw ?? "")
      ? null
      : { flag, port: port?.raw };
  },
  repair: ({ flag, port }, view) =>
    unproved(
      replaceWord(view, flag, "-P"),
      NEEDS_NETWORK,
      `scp takes the port with a capital letter: -P ${port}. (-p keeps times and modes.)`,
    ),
});

export const sshRules: readonly Rule[] = [
  scpPort,
  named({
    name: "ssh-refused",
    title: "ssh refuses, or is refused",
    isAbout: (view) => callOf(view, ...PROGRAMS) !== null,
    cases: [
      {
        says: /WARNING: REMOTE HOST IDENTIFICATION HAS CHANGED!/,
        tells(_said, view) {
          const host = hostOf(view);
          const [, file, line] =
            firstMatch(view, /^Offending \S{1,20} key in ([^\n:]{1,200}):(\d{1,7})$/) ?? [];
          if (host === null) return null;
          const at = file === undefined ? "" : ` (${file} line ${line})`;
          return `The host key of ${host} changed since you last connected${at}. Either the server was reinstalled, or somebody is in between. Ask the administrator of the server for the new fingerprint; only if it is the one shown here, forget the old key: ssh-keygen -R ${quoteWord(host)}.`;
        },
      },
      {
        says: /^(?:(\S{1,80})@)?([\w.-]{1,120}): Permission denied \(([\w,-]{3,80})\)\.$/,
        tells([, user, host, methods]) {
          if (!methods?.includes("publickey")) return null;
          const asked = methods.includes("password") ? "" : " It takes keys only.";
          return `${host} accepts no key that was offered${user === undefined ? "" : ` for ${user}`}.${asked} Check the user name, offer the right key (ssh -i FILE, or ssh-add FILE), or have your public key added there. ssh -v shows what was tried.`;
        },
      },
      {
        says: /^Host key verification failed\.$/,
        tells: (_said, view) =>
          hostOf(view) === null
            ? "This host is not in known_hosts and nobody could be asked. Connect once in a terminal with ssh, compare the fingerprint and answer yes; then try again."
            : null,
      },
      {
        says: /^Too many authentication failures|Received disconnect from \S{1,80} port \d{1,5}:2: Too many authentication failures/,
        tells: () =>
          "The agent offered more keys than the server allows. Offer one only: ssh -o IdentitiesOnly=yes -i FILE.",
      },
      {
        says: /^Warning: Identity file (\S{1,200}) not accessible: No such file or directory\.$/,
        tells: ([, file]) =>
          `There is no key ${file}; ls ~/.ssh shows which you have, ssh-keygen makes one.`,
      },
      {
        says: /^Could not open a connection to your authentication agent\.$/,
        tells: (_said, { command }) =>
          unproved(
            `eval "$(ssh-agent -s)" && ${command}`,
            ACTS_ON_SHELL,
            "No ssh agent runs for this shell. This starts one first; it ends with ssh-agent -k.",
          ),
      },
      {
        says: /ssh-copy-id: ERROR: No identities found$/,
        tells: () =>
          "You have no key to copy yet: ssh-keygen -t ed25519 makes one. If yours is elsewhere, name it with -i.",
      },
      {
        says: /^Bad owner or permissions on (\S{1,200})$/,
        tells: ([, file]) =>
          `ssh ignores ${file} because others may write to it, or it belongs to another user: chmod 600 ${quoteWord(file ?? "")}, and chown it to yourself.`,
      },
      {
        says: /^Load key "([^"\n]{1,200})": (?:invalid format|error in libcrypto)$/,
        tells: ([, file]) =>
          `${file} is not a private key that ssh can read: perhaps the public one (.pub), or pasted without its last line.`,
      },
    ],
  }),
];
