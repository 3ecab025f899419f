/**
 * What `fix` alone and `fix --help` print: one screen, the words of every day first. The help of a verb
 * comes from its own definition.
 */
export const HELP_TEXT = `fix <command>        run it; if it fails, look for a repair and ask you
fix it               repair the last command of this shell
fix --yes <command>  accept harmless changes in this directory without asking

  fix npm test        fix --local --yes make        fix 'make && make install'

Options of a repair, before the command; fix repair --help explains all of them:
  --local    no market, only known fixes and rules
  --explain  show a repair and change nothing
  --market, --bounty, --judge, --mode, --network, --share-output, --show, --json

Verbs; fix help <verb> explains one:
  your files    try, undo, recover, review, shown
  contracts     status, show, verify, chat, cancel, halt, resume, dispute,
                respond, appeal
  money         wallet, whoami
  this machine  init, completion, config, doctor, guard, scrub, uninstall

fix -- <command> runs a command that has the name of a verb. fix --version
`;
