import { mistyped } from "../mistyped.ts";
import { nearest } from "../nearest.ts";
import { replaceText } from "../quote.ts";
import { wordOfSource } from "./source-line.ts";

const HEADERS = [
  "assert.h ctype.h errno.h float.h inttypes.h limits.h locale.h math.h setjmp.h signal.h stdarg.h",
  "stdbool.h stddef.h stdint.h stdio.h stdlib.h string.h time.h wchar.h unistd.h fcntl.h pthread.h",
  "dirent.h netdb.h poll.h getopt.h termios.h dlfcn.h sys/types.h sys/stat.h sys/socket.h sys/time.h",
  "sys/wait.h sys/mman.h netinet/in.h arpa/inet.h iostream vector string map set algorithm memory",
  "fstream sstream iomanip utility functional thread mutex chrono cmath cstdio cstdlib cstring",
  "cstdint unordered_map unordered_set queue stack deque list array tuple optional variant",
].flatMap((line) => line.split(" "));

export const mistypedHeader = mistyped({
  name: "mistyped-header",
  kind: "system header",
  finds: wordOfSource(
    /^([^:\s]{1,250}):(\d{1,7}):\d{1,5}: fatal error: ([\w./+-]{1,60}): No such file/,
  ),
  meant: ({ typed }) => nearest(typed, HEADERS),
  edit: (meant, { typed, at }) => replaceText(typed, meant, at.line),
});
