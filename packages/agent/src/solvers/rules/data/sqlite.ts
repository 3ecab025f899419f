/**
 * Misspelt words in an SQL statement given to sqlite3. A statement that changes data is never tried:
 * its correction is only shown.
 */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { nearest } from "../nearest.ts";
import { type Answer, advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import type { Word } from "../shell-words.ts";
import { wholeWords } from "../source/words.ts";
import { callOf, firstMatch, type View } from "../view.ts";

const KEYWORDS = [
  "SELECT INSERT UPDATE DELETE CREATE DROP ALTER TABLE INDEX VIEW FROM WHERE INTO VALUES SET GROUP",
  "ORDER HAVING LIMIT OFFSET JOIN LEFT INNER OUTER CROSS DISTINCT UNION BETWEEN EXISTS PRIMARY KEY",
  "DEFAULT UNIQUE REFERENCES BEGIN COMMIT ROLLBACK PRAGMA EXPLAIN DESC ASC LIKE WITH CASE WHEN THEN",
  "ELSE AND NOT NULL",
].flatMap((line) => line.split(" "));
const FUNCTIONS =
  "count sum avg min max total abs round length lower upper substr trim replace coalesce ifnull nullif random date time datetime strftime group_concat instr printf typeof hex".split(
    " ",
  );
/** Whether a statement may change data. */
export const CHANGES = /^\s*(?!select\b|with\b|explain\b|pragma\b|\.(?:tables|schema)\b)/i;
const UNKNOWN =
  /(?:no such (table|column|function): |near "(?=\w))([\w.]{1,80})(?:": syntax error)?/;

/** sqlite3 with a statement as an operand. */
export interface SqliteCall {
  readonly database: Word;
  readonly statement: Word;
  readonly sql: string;
}

export function sqliteCall(view: View): SqliteCall | null {
  const operands = callOf(view, "sqlite3")?.operands.filter(({ raw }) => !/^-/.test(raw)) ?? [];
  const [database, statement] = operands;
  const sql = statement?.value;
  return database?.value == null || statement === undefined || sql == null
    ? null
    : { database, statement, sql };
}

export const sqliteRules: readonly Rule[] = [
  rule({
    name: "sqlite-word",
    title: "A misspelt word in an SQL statement",
    sees(view) {
      const call = sqliteCall(view);
      const [, kind = "keyword", typed] = firstMatch(view, UNKNOWN) ?? [];
      return call === null || typed === undefined ? null : { call, kind, typed };
    },
    async repair({ call, kind, typed }, view, ask) {
      if (kind === "keyword") return keyword(view, call, typed);
      const name = typed.slice(typed.lastIndexOf(".") + 1);
      if (kind === "function")
        return replaced(view, call, name, nearest(name.toLowerCase(), FUNCTIONS), "function");
      const schema = await schemaOf(call, ask);
      if (schema === null) return null;
      if (kind === "column")
        return replaced(view, call, name, nearest(name, schema.columns), "column");
      if (schema.tables.length === 0) return otherDatabase(view, call, ask);
      const meant = nearest(name, schema.tables);
      return meant === null
        ? advice(
            `There is no table ${name} in ${call.database.value}; it has ${schema.tables.slice(0, 12).join(", ")}.`,
          )
        : replaced(view, call, name, meant, "table");
    },
  }),
];

export async function schemaOf({ database }: SqliteCall, ask: Investigator) {
  const output = await ask.ask("sqlite3", database.value ?? "", ".schema");
  if (output === null) return null;
  const tables = [
    ...output.matchAll(/^CREATE (?:TABLE|VIEW) (?:IF NOT EXISTS )?["'\x60]?(\w{1,60})/gim),
  ];
  const columns = [...output.matchAll(/[(,]\s*["'\x60]?([A-Za-z_]\w{0,60})/g)];
  const names = (found: readonly RegExpExecArray[]) => found.map(([, name = ""]) => name);
  return { tables: names(tables), columns: names(columns) };
}

/** sqlite3 made an empty database of the name that was typed. */
async function otherDatabase(
  view: View,
  { database, sql }: SqliteCall,
  ask: Investigator,
): Promise<Answer | null> {
  const typed = database.value ?? "";
  const folder = typed.slice(0, typed.lastIndexOf("/") + 1);
  const files = (await ask.list(folder)).filter((name) => /\.(?:db|db3|sqlite3?)$/.test(name));
  const name = nearest(typed.slice(folder.length), files);
  if (name === null) return null;
  const command = replaceWord(view, database, quoteWord(folder + name));
  const explanation = `${typed} has no tables; ${folder + name} is probably meant. sqlite3 makes an empty file for a name that does not exist.`;
  return CHANGES.test(sql)
    ? unproved(command, "it changes data", explanation)
    : corrected(command, explanation);
}

/** The word that sqlite names, or the one before it: a name is read where a keyword was meant. */
function keyword(view: View, call: SqliteCall, typed: string): Answer | null {
  const before = new RegExp(`(\\w+)\\s+["'\\x60]?${typed}\\b`).exec(call.sql)?.[1];
  for (const word of [typed, before]) {
    const meant = word === undefined ? null : nearest(word.toUpperCase(), KEYWORDS);
    if (word === undefined || meant === null || KEYWORDS.includes(word.toUpperCase())) continue;
    const written = word === word.toLowerCase() ? meant.toLowerCase() : meant;
    return replaced(view, call, word, written, "SQL keyword");
  }
  return null;
}

function replaced(
  view: View,
  { statement, sql }: SqliteCall,
  typed: string,
  meant: string | null,
  kind: string,
): Answer | null {
  if (meant === null) return null;
  const at = wholeWords(statement.raw, typed);
  if (at.length === 0 || at.length !== wholeWords(sql, typed).length) return null;
  const raw = [...at]
    .reverse()
    .reduce(
      (text, place) => text.slice(0, place) + meant + text.slice(place + typed.length),
      statement.raw,
    );
  const command = replaceWord(view, statement, raw);
  const explanation = `There is no ${kind} ${typed}; the closest is ${meant}.`;
  const now = sql.replace(typed, meant);
  return CHANGES.test(now)
    ? unproved(command, "it changes data, so it was not tried", explanation)
    : corrected(command, explanation);
}
