/**
 * Whether a command leaves a process behind. The sandbox ends it with the command, so that a server
 * that was only started there would be taken for one that runs.
 */
const MARK = "/tmp/.fix-left-running";

/** What follows the shell in its process namespace and is no zombie, when the shell ends. */
const NOTICE = `for fix_process in /proc/[0-9]*; do if [ "\${fix_process#/proc/}" -gt $$ ] && [ -e "$fix_process/exe" ]; then : > ${MARK}; fi; done`;

/** The same command, on the same lines, which leaves a mark if something still runs at its end. */
export function noticing(command: string): string {
  return `trap '${NOTICE}' EXIT; ${command}`;
}

export function isMark(path: string): boolean {
  return path === MARK;
}
