/**
 * What SQLite refuses in a statement, given to sqlite3 or run by a script: signs that are missing,
 * values without quotes, rules of a table that the data breaks.
 */
import { quoteWord } from "@bazaar/work";
import { replaceWord } from "../edit-command.ts";
import type { Investigator } from "../investigator.ts";
import { named } from "../named.ts";
import { nearest } from "../nearest.ts";
import { quotedPath } from "../quote.ts";
import { type Answer, advice, corrected, type Rule, rule, unproved } from "../rule.ts";
import { callOf, firstMatch, hasLine, type View } from "../view.ts";
import { CHANGES, type SqliteCall, schemaOf, sqliteCall } from "./sqlite.ts";

/** What is wrong with the statement, and the statement without it. */
interface Mended {
  readonly sql: string;
  readonly because: string;
}

function mend(sql: string, view: View): Mended | null {
  const near = firstMatch(view, /near "(\w{1,40})": syntax error/)?.[1] ?? "";
  if (/^from$/i.test(near) && /,\s*from\b/i.test(sql)) {
    return { sql: sql.replace(/,(\s*from\b)/i, "$1"), because: "There is a comma before FROM." };
  }
  const depth =
    sql.replaceAll(/'[^']*'/g, "").split("(").length -
    sql.replaceAll(/'[^']*'/g, "").split(")").length;
  if (
    /^(?:from|where|group|order)$/i.test(near) &&
    depth === 1 &&
    /\(\s*(?:\*|\w+)\s+\w+/i.test(sql)
  ) {
    const closed = sql.replace(/(\(\s*(?:\*|\w+))(\s+(?:from|where|group|order)\b)/i, "$1)$2");
    return closed === sql ? null : { sql: closed, because: "A closing parenthesis is missing." };
  }
  if (hasLine(view, /incomplete input/) && depth > 0 && depth < 4) {
    return {
      sql: `${sql.replace(/\s*;?\s*$/, "")}${")".repeat(depth)}`,
      because: "The statement ends before its parentheses are closed.",
    };
  }
  if (hasLine(view, /unrecognized token: "'/) && sql.split("'").length % 2 === 0) {
    return {
      sql: `${sql.replace(/\s*;?\s*$/, "")}'`,
      because: "A text has no closing single quote.",
    };
  }
  return null;
}

const signs = rule({
  name: "sqlite-signs",
  title: "A sign is missing in an SQL statement",
  sees(view) {
    const call = sqliteCall(view);
    const mended = call === null ? null : mend(call.sql, view);
    return call === null || mended === null ? null : { call, mended };
  },
  repair: ({ call, mended }, view) => stated(view, call, mended),
});

/** `where name = ada`: without quotes, it is the name of a column. */
const unquotedText = rule({
  name: "sqlite-unquoted-text",
  title: "A text without quotes in an SQL statement",
  sees(view) {
    const call = sqliteCall(view);
    const word = firstMatch(view, /no such column: ([A-Za-z]\w{0,60})/)?.[1];
    const value = new RegExp(`(?:[=(,]|<>|!=|\\blike)\\s*${word}\\b(?!\\s*[.(])`, "gi");
    const uses = call === null || word === undefined ? [] : [...call.sql.matchAll(value)];
    const isOnly = word !== undefined && call?.sql.split(new RegExp(`\\b${word}\\b`)).length === 2;
    return call === null || word === undefined || uses.length !== 1 || !isOnly
      ? null
      : { call, word };
  },
  async repair({ call, word }, view, ask) {
    const schema = await schemaOf(call, ask);
    if (schema === null || nearest(word, schema.columns) !== null) return null;
    const sql = call.sql.replace(new RegExp(`\\b${word}\\b`), `'${word}'`);
    return stated(view, call, {
      sql,
      because: `Without single quotes ${word} is the name of a column, and there is none; as a text it is '${word}'.`,
    });
  },
});

function stated(view: View, { statement }: SqliteCall, { sql, because }: Mended): Answer {
  const text = sql.includes("'") && !/["$`\\!]/.test(sql) ? `"${sql}"` : quoteWord(sql);
  const command = replaceWord(view, statement, text);
  return CHANGES.test(sql)
    ? unproved(command, "it changes data, so it was not tried", because)
    : corrected(command, because);
}

const DOT_COMMANDS =
  ".backup .bail .cd .clone .databases .dump .echo .exit .explain .headers .help .import .indexes .indices .limit .load .log .mode .nullvalue .once .open .output .parameter .print .prompt .quit .read .recover .restore .save .schema .separator .shell .show .stats .tables .timeout .timer .version .width".split(
    " ",
  );

const dotCommand = rule({
  name: "sqlite-dot-command",
  title: "Misspelt command of sqlite3",
  sees(view) {
    const call = sqliteCall(view);
    const name = firstMatch(view, /unknown command or invalid arguments:\s{1,4}"(\w{2,20})"/)?.[1];
    const meant = name === undefined ? null : nearest(`.${name}`, DOT_COMMANDS);
    return call === null || name === undefined || meant === null ? null : { call, name, meant };
  },
  repair: ({ call, name, meant }, view) =>
    corrected(
      replaceWord(view, call.statement, quoteWord(call.sql.replace(`.${name}`, meant))),
      `sqlite3 has no .${name}; the closest is ${meant}.`,
    ),
});

const noDatabase = rule({
  name: "sqlite-no-database",
  title: "The database file is not there, or is none",
  sees(view) {
    const path = callOf(view, "sqlite3")?.operands.find(({ raw }) => !raw.startsWith("-"))?.value;
    const isMissing = hasLine(view, /unable to open database/);
    const isOther = hasLine(view, /file is not a database/);
    return path == null || (!isMissing && !isOther) ? null : { path, isMissing };
  },
  async repair({ path, isMissing }, _view, ask) {
    if (!isMissing) {
      const kind = await ask.ask("file", "-b", path);
      const what = kind === null ? "" : ` It is: ${kind.trim().slice(0, 80)}.`;
      return advice(`${path} is not an SQLite database, or it is encrypted.${what}`);
    }
    const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    if (folder === "" || (await ask.existing(folder)).length > 0) return null;
    const found = await ask.find([path.slice(path.lastIndexOf("/") + 1)]);
    return advice(
      `There is no directory ${folder}, so sqlite3 cannot open ${path}.${found.length === 1 ? ` There is a ${found[0]}.` : ""}`,
    );
  },
});

const refused = named({
  name: "sqlite-refused",
  title: "SQLite refuses a statement",
  isAbout: (view) =>
    callOf(view, "sqlite3") !== null || hasLine(view, /sqlite3\.(?:Integrity|Operational)Error/),
  cases: [
    {
      says: /UNIQUE constraint failed: ((?:\w{1,60}\.\w{1,60}(?:, )?){1,8})/,
      tells: ([, columns = ""]) =>
        `${tableOf(columns)} has a row with this value of ${columnsOf(columns)} already, and the value must be unique. Take another value, or change that row with UPDATE; INSERT OR IGNORE would skip it.`,
    },
    {
      says: /NOT NULL constraint failed: (\w{1,60})\.(\w{1,60})/,
      tells: ([, table, column]) =>
        `${table}.${column} needs a value, and the statement gives none (or NULL). Add it.`,
    },
    {
      says: /CHECK constraint failed: (.{1,100})$/,
      tells: ([, check = ""]) =>
        `The value breaks a rule of the table: ${check.replace(/ \(\d+\)$/, "")}. .schema shows the rules.`,
    },
    {
      says: /FOREIGN KEY constraint failed/,
      tells: () =>
        "The row refers to a row of another table that does not exist, or another row still refers to the one to delete. Insert or delete that one first; .schema shows what refers to what.",
    },
    {
      says: /table (\w{1,60}) has (\d{1,4}) columns but (\d{1,4}) values were supplied/,
      async tells([, table = "", count, given], view, ask) {
        const columns = await columnsIn(table, view, ask);
        return `${table} has ${count} columns${columns === null ? "" : ` (${columns})`} and the statement gives ${given} values. Name the columns that you give: INSERT INTO ${table} (…) VALUES (…).`;
      },
    },
    {
      says: /(\d{1,4}) values for (\d{1,4}) columns/,
      tells: ([, values, columns]) =>
        `The statement names ${columns} columns and gives ${values} values; the numbers must be the same.`,
    },
    {
      says: /table (\w{1,60}) already exists/,
      tells: ([, table]) =>
        `There is a table ${table} already. CREATE TABLE IF NOT EXISTS leaves it as it is; .schema ${table} shows its columns.`,
    },
    {
      says: /no such function: (?:CONCAT|concat)\b/,
      tells: () =>
        "This version of SQLite has no concat(); texts are joined by ||, as in id || ' ' || name.",
    },
    {
      says: /misuse of aggregate(?: function)?:? (\w{1,20})\(\)/,
      tells: ([, name]) =>
        `${name}() counts over several rows, so it cannot be in WHERE. Use GROUP BY … HAVING ${name}(…), or a subquery.`,
    },
    {
      says: /ambiguous column name: (\w{1,60})/,
      tells: ([, column]) =>
        `Several of the tables have a column ${column}. Say which: TABLE.${column}.`,
    },
    {
      says: /attempt to write a readonly database/,
      tells: () =>
        "The database is read-only here: it was opened with -readonly, or you may not write the file or its directory (ls -l).",
    },
    {
      says: /incomplete input/,
      tells: () => "The statement ends too early: something is missing after its last word.",
    },
    {
      says: /near "(order|group|index|table|values|select|from|where|to|by|limit|check|default|references)": syntax error/i,
      tells: ([, word = ""], view) => {
        const isName = new RegExp(`\\b(?:from|into|update|join|table)\\s+${word}\\b`, "i").test(
          view.command,
        );
        return isName
          ? `${word} is a word of SQL. As the name of a table it needs double quotes: "${word}".`
          : null;
      },
    },
  ],
});

function tableOf(columns: string): string {
  return columns.split(".")[0] ?? "";
}

function columnsOf(columns: string): string {
  return columns
    .split(", ")
    .map((one) => one.split(".")[1] ?? one)
    .join(" and ");
}

async function columnsIn(table: string, view: View, ask: Investigator): Promise<string | null> {
  const call = sqliteCall(view);
  if (call === null) return null;
  const schema = await ask.ask("sqlite3", call.database.value ?? "", `.schema ${table}`);
  const inside = /\(([^;]{1,1000})\)\s*;/.exec(schema ?? "")?.[1];
  const columns = inside?.split(",").map((one) => /^\s*["'`]?(\w{1,60})/.exec(one)?.[1] ?? "");
  return columns === undefined || columns.includes("") ? null : columns.join(", ");
}

/** A table that is called almost like a word of SQL: `order` for `orders`. */
const reservedTable = rule({
  name: "sqlite-reserved-table",
  title: "A word of SQL where a table is meant",
  sees(view) {
    const call = sqliteCall(view);
    const word = firstMatch(view, /near "(\w{2,40})": syntax error/)?.[1];
    const isTable =
      word !== undefined &&
      new RegExp(`\\b(?:from|into|update|join)\\s+${word}\\b`, "i").test(call?.sql ?? "");
    return call === null || word === undefined || !isTable ? null : { call, word };
  },
  async repair({ call, word }, view, ask) {
    const schema = await schemaOf(call, ask);
    const meant = nearest(word, schema?.tables ?? []);
    if (meant === null || schema?.tables.includes(word)) return null;
    const sql = call.sql.replace(
      new RegExp(`\\b((?:from|into|update|join)\\s+)${word}\\b`, "gi"),
      `$1${meant}`,
    );
    return stated(view, call, {
      sql,
      because: `There is no table ${word}; the closest is ${meant}.`,
    });
  },
});

const scriptLine = rule({
  name: "sqlite-script",
  title: "A statement of an SQL file fails",
  sees(view) {
    const call = callOf(view, "sqlite3");
    const [, line, problem] =
      firstMatch(view, /^(?:Parse|Runtime) error near line (\d{1,7}): (.{1,200})$/) ?? [];
    const words = call === null ? [] : [...call.operands, ...call.files];
    const path =
      words.flatMap(
        ({ value }) => /(?:^|\.read )(\S{1,200}\.sql)$/.exec(value ?? "")?.[1] ?? [],
      )[0] ?? null;
    return line === undefined || problem === undefined || path === null
      ? null
      : { line: Number(line), problem, path };
  },
  async repair({ line, problem, path }, view, ask) {
    const database = callOf(view, "sqlite3")?.operands.find(({ raw }) => !raw.startsWith("-"));
    const [, kind, typed] = /^(?:no such (table|column): |near ")(\w{1,60})/.exec(problem) ?? [];
    const schema =
      kind === undefined || database === undefined
        ? null
        : await schemaOf({ database, statement: database, sql: "" }, ask);
    const names =
      kind === undefined ? KEYWORDS : kind === "table" ? schema?.tables : schema?.columns;
    const meant =
      typed === undefined
        ? null
        : nearest(kind === undefined ? typed.toUpperCase() : typed, names ?? []);
    const close =
      meant === null || typed === undefined ? "" : ` ${typed} is probably meant to be ${meant}.`;
    return advice(
      `The statement that starts at line ${line} of ${path} fails: ${problem}.${close} What comes before it in ${quotedPath(path)} has run already.`,
    );
  },
});

const KEYWORDS =
  "SELECT INSERT UPDATE DELETE CREATE DROP ALTER TABLE FROM WHERE INTO VALUES ORDER GROUP".split(
    " ",
  );

export const sqliteStatements: readonly Rule[] = [
  signs,
  unquotedText,
  reservedTable,
  dotCommand,
  noDatabase,
  scriptLine,
  refused,
];
