import { nearest } from "../nearest.ts";
import { sedInPlace } from "../quote.ts";
import { rule } from "../rule.ts";
import { firstMatch } from "../view.ts";

const SAID = /^([^:\s]{1,250}):(\d{1,7}):\d{1,5}: fatal error: ([\w./+-]{1,60}): No such file/;
const HEADERS = [
  "assert.h ctype.h errno.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdarg.h",
  "stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h wchar.h unistd.h fcntl.h pthread.h",
  "dirent.h netdb.h poll.h getopt.h termios.h dlfcn.h sys/types.h sys/stat.h sys/socket.h sys/time.h",
  "sys/wait.h sys/mman.h netinet/in.h arpa/inet.h iostream vector string map set algorithm memory",
  "fstream sstream iomanip utility functional thread mutex chrono cmath cstdio cstdlib cstring",
  "cstdint unordered_map unordered_set queue stack deque list array tuple optional variant",
].flatMap((line) => line.split(" "));

export const mistypedHeader = rule({
  name: "mistyped-header",
  title: "A header of the system is mistyped",
  sees(view) {
    const [, path, line, typed] = firstMatch(view, SAID) ?? [];
    const meant = typed === undefined ? null : nearest(typed, HEADERS);
    if (path === undefined || typed === undefined || meant === null) return null;
    return { path, line: Number(line), typed, meant };
  },
  async repair({ path, line, typed, meant }, _view, ask) {
    const source = await ask.locate(path);
    if (source === null) return null;
    const pattern = typed.replaceAll(/[./+]/g, String.raw`\$&`).replaceAll(String.raw`\+`, "+");
    return {
      shell: sedInPlace(`${line}s/${pattern}/${meant.replaceAll("/", String.raw`\/`)}/`, source),
      explanation: `There is no header ${typed}; ${meant} is meant.`,
    };
  },
});
