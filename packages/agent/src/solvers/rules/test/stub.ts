/** A program that is not on every machine, as far as a fixture needs it: what it prints. */
import type { Fixture } from "./fixture.ts";

export function stub(
  program: string,
  says: string,
  exitCode = 1,
): Required<Pick<Fixture, "files" | "setup" | "around">> {
  return {
    files: { [`bin/${program}`]: `#!/bin/sh\ncat >&2 <<'END'\n${says}\nEND\nexit ${exitCode}\n` },
    setup: "chmod +x bin/*",
    around: 'PATH="$PWD/bin:$PATH"',
  };
}
