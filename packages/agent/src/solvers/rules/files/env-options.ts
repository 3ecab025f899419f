import { quotedPath } from "../quote.ts";
import { rule } from "../rule.ts";
import { hasLine } from "../view.ts";

/** `#!/usr/bin/env bash -x`: the system hands over all that follows as one word. */
export const envOptions = rule({
  name: "env-options",
  title: "Options behind env in a #! line",
  sees(view) {
    const isSaid = hasLine(
      view,
      /^(?:\/usr\/bin\/)?env: ['‘][\w.+-]{1,60} [^'’]{1,100}['’]: No such file or directory$/,
    );
    const program = view.calls.find((call) => call.program.value?.includes("/"))?.program.value;
    return !isSaid || program == null ? null : { program };
  },
  async repair({ program }, _view, ask) {
    const script = await ask.locate(program);
    const first = script === null ? null : await ask.ask("head", "-n", "1", script);
    if (script === null || !/^#! ?\/usr\/bin\/env [\w.+-]{1,60} /.test(first ?? "")) return null;
    return {
      shell: `sed -i '1s|/env |/env -S |' ${quotedPath(script)}`,
      explanation: `In the first line of ${script}, env needs -S to split what follows into words.`,
    };
  },
});
