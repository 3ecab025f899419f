/** The kind of a failure, by which agents choose. The first match counts. */
const KINDS: readonly (readonly [type: string, signs: RegExp])[] = [
  ["missing_command", /command not found|: not found$|is not recognized as/m],
  ["permission_error", /permission denied|EACCES|operation not permitted/i],
  ["missing_module", /ModuleNotFoundError|ImportError|Cannot find module|no required module/],
  ["missing_header", /fatal error: .{1,200}: No such file or directory/],
  ["link_error", /undefined reference to|cannot find -l/],
  ["missing_file", /no such file or directory|ENOENT|cannot stat/i],
  ["port_in_use", /address already in use|EADDRINUSE/i],
  ["network_error", /could not resolve host|ENOTFOUND|connection refused|ETIMEDOUT/i],
  ["disk_full", /no space left on device|ENOSPC/i],
  ["git_error", /^(?:fatal|error): /m],
  ["syntax_error", /syntax ?error|parse error|unexpected token|missing separator/i],
  ["test_failure", /\b(?:FAIL|FAILED|failing|failed)\b.{0,200}\btests?\b|AssertionError/],
  ["build_error", /^make(?:\[\d+\])?: \*\*\*|\berror: |ld returned/m],
];

export const OTHER_TASK = "command_failed";

/** The caller bounds `error`; every expression takes linear time. */
export function detectTaskType(error: string): string {
  return KINDS.find(([, signs]) => signs.test(error))?.[0] ?? OTHER_TASK;
}
