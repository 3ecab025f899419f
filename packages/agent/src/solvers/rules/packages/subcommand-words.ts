/** Subcommands that people type. */
import { GIT_COMMANDS } from "../git/git-call.ts";

const words = (text: string): readonly string[] => text.split(" ");

export const SUBCOMMANDS = {
  apt: words(
    "install remove purge update upgrade full-upgrade dist-upgrade autoremove search show list download clean autoclean source build-dep check changelog edit-sources satisfy policy depends rdepends madison hold unhold showhold",
  ),
  brew: words(
    "install uninstall update upgrade search info list services tap untap doctor cleanup link unlink outdated deps uses reinstall config pin unpin autoremove leaves",
  ),
  cargo: words(
    "add bench build check clean clippy doc fetch fix fmt init install metadata new owner package publish remove report run search test tree uninstall update vendor version yank",
  ),
  docker: words(
    "run exec ps build pull push images login logout search version info attach commit cp create diff events export history import inspect kill load logs pause port rename restart rm rmi save start stats stop tag top unpause update wait builder buildx compose container context image manifest network plugin system volume swarm",
  ),
  gem: words("install uninstall list update search build push env cleanup info outdated which"),
  git: GIT_COMMANDS,
  /** helm and gh too. */
  kubectl: words(
    "annotate api apply attach auth completion config cordon cp create debug delete describe diff drain edit events exec explain expose get help history init install issue kustomize label lint list logs package patch plan port-forward pr proxy pull push release replace repo rollback rollout run scale search secret set show start status stop taint template test top uncordon uninstall update upgrade version wait workflow",
  ),
  pip: words(
    "install download uninstall freeze inspect list show check config search cache index wheel",
  ),
  systemctl: words(
    "start stop restart reload status enable disable is-active is-enabled is-failed daemon-reload list-units list-unit-files list-timers list-sockets mask unmask show cat edit reset-failed kill try-restart reload-or-restart list-dependencies set-default get-default reboot poweroff",
  ),
  uv: words(
    "add build cache check clean completions default doc export fix fmt help info init install lint list lock new pip publish python remove run self serve show status sync test tool tree uninstall update upgrade venv version",
  ),
  yarn: words(
    "install add remove upgrade run test start init build publish link outdated workspaces why",
  ),
};
const ALL = new Set<string>(Object.values(SUBCOMMANDS).flat());

/**
 * Whether some tool has this subcommand: it is spelled right, and a near one means another thing
 * (`get` and `set`, `install` and `uninstall`).
 */
export function isSubcommand(word: string): boolean {
  return ALL.has(word);
}
