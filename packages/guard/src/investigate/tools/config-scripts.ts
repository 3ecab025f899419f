/**
 * Scripts that say how a library was built. They take questions such as `--libs`, none of which
 * has a value, and print; they start in `/`.
 */
import { type Form, type Grammar, word } from "../grammar.ts";

const QUESTIONS: Form = {
  spelling: "none",
  operands: { rest: word(/^--[a-z][a-z0-9-]*$/, "a question like --libs") },
};
const SCRIPT: Grammar = {
  purpose: "prints how a library was built",
  form: QUESTIONS,
  startsIn: "/",
};
const SCRIPTS =
  "pg_config mysql_config mariadb_config mariadb-config python-config python3-config llvm-config " +
  "php-config curl-config xml2-config xslt-config freetype-config sdl-config sdl2-config " +
  "krb5-config icu-config nc-config gsl-config apr-1-config apu-1-config pcre-config pcre2-config " +
  "libpng-config ncursesw6-config ncurses6-config wx-config gpg-error-config libgcrypt-config " +
  "net-snmp-config fltk-config gdal-config geos-config magick-config root-config nspr-config";

export const CONFIG_SCRIPTS: Readonly<Record<string, Grammar>> = Object.fromEntries(
  SCRIPTS.split(" ").map((tool) => [tool, SCRIPT]),
);
