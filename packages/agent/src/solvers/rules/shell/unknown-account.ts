/** Users and groups that do not exist. Those of the machine are hidden, so common names are compared. */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import { nearest } from "../nearest.ts";
import { advice, rule, unproved } from "../rule.ts";
import { callOf, firstMatch } from "../view.ts";

const NAME = "([a-z_][\\w.-]{0,40}\\$?)";
const USER = [
  new RegExp(`^chown: invalid user: ['‘]${NAME}(?::.{0,40})?['’]$`),
  new RegExp(`^id: ['‘]${NAME}['’]: no such user$`),
  new RegExp(`^sudo: unknown user:? ${NAME}$`),
  new RegExp(`^su: user ${NAME} does not exist`),
  new RegExp(
    `^(?:usermod|passwd|userdel|chage|crontab): (?:user )?['‘"]?${NAME}['’"]? (?:does not exist|unknown)`,
  ),
  new RegExp(`^find: ['‘]${NAME}['’] is not the name of a known user$`),
];
const GROUP = [
  new RegExp(`^(?:chown|chgrp): invalid group: ['‘](?:[\\w.-]{0,40}:)?${NAME}['’]$`),
  new RegExp(`^(?:usermod|gpasswd|newgrp): group ['‘"]?${NAME}['’"]? does not exist`),
];

const COMMON =
  "root daemon nobody www-data nginx apache postgres mysql redis mongodb git docker sudo wheel adm ubuntu debian admin deploy jenkins rabbitmq elasticsearch systemd-network sshd users staff plugdev libvirt kvm vagrant".split(
    " ",
  );

export const unknownAccount = rule({
  name: "unknown-account",
  title: "A user or group that does not exist",
  sees(view) {
    const user = firstMatch(view, ...USER)?.[1];
    const name = user ?? firstMatch(view, ...GROUP)?.[1];
    return name === undefined ? null : { name, kind: user === undefined ? "group" : "user" };
  },
  repair({ name, kind }, view) {
    const meant = nearest(name, COMMON);
    if (meant === null) return null;
    const said = `There is no ${kind} ${name}; ${meant} is a common name for one, if it exists here: getent ${kind === "user" ? "passwd" : "group"} ${meant}.`;
    const word = callOf(view, "id", "chown", "chgrp", "sudo", "su")?.operands.find(({ value }) =>
      value?.split(":").includes(name),
    );
    if (word?.value == null) return advice(said);
    const text = word.value
      .split(":")
      .map((part) => (part === name ? meant : part))
      .join(":");
    return unproved(
      replaceWord(view, word, quoteWord(text)),
      "it is about the accounts of this machine",
      said,
    );
  },
});
