/**
 * A command that a limit of disk space stops. It writes far more than any limit, because space that
 * other processes free meanwhile is credited to it.
 */
export const FILL_DISK =
  "n=0; while [ $n -lt 40 ]; do head -c 128M /dev/zero > fill$n; n=$((n + 1)); done; sleep 100";
