import { corrected, rule } from "../rule.ts";
import { withLibraries } from "./compiler-call.ts";
import { undefinedSymbols } from "./undefined-reference.ts";

/** Which library defines which symbols. */
const LIBRARIES: readonly (readonly [flag: string, symbols: RegExp])[] = [
  [
    "-lm",
    /^(?:a?(?:sin|cos|tan)h?|atan2|sqrt|cbrt|pow|exp[2m1]*|log(?:2|10|1p)?|ceil|floor|round|trunc|fmod|hypot|fabs|fmin|fmax|lround|rint|tgamma|lgamma|erf|ldexp|modf)[fl]?$/,
  ],
  ["-lpthread", /^pthread_\w+$|^sem_(?:init|wait|post|destroy)$/],
  ["-ldl", /^dl(?:open|sym|close|error)$/],
  ["-lrt", /^(?:clock_(?:get|set)time|timer_\w+|shm_(?:open|unlink)|mq_\w+)$/],
  ["-lz", /^(?:deflate|inflate|compress|uncompress|crc32|gz(?:open|read|write|close))\w*$/],
  ["-lcrypt", /^crypt(?:_r)?$/],
  ["-lncurses", /^(?:initscr|endwin|printw|wrefresh|newwin|noecho|cbreak)$/],
  ["-lsqlite3", /^sqlite3_\w+$/],
  ["-lcurl", /^curl_\w+$/],
];

export const systemLibrary = rule({
  name: "system-library",
  title: "A system library is not linked",
  sees(view) {
    const missing = undefinedSymbols(view);
    const flags = LIBRARIES.filter(([, symbols]) => missing.some((name) => symbols.test(name)))
      .map(([flag]) => flag)
      .filter((flag) => !view.command.includes(flag));
    const command = flags.length === 0 ? null : withLibraries(view, flags.join(" "));
    return command === null ? null : { flags, missing, command };
  },
  repair: ({ flags, missing, command }) =>
    corrected(
      command,
      `${missing.slice(0, 3).join(", ")}: defined in a library that is not linked; ${flags.join(" ")} links it.`,
    ),
});
