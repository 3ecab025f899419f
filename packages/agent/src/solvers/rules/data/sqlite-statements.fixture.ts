import type { Fixture } from "../test/fixture.ts";

const SHOP =
  "sqlite3 shop.db \"create table orders(id integer primary key, customer text not null, total real); create table customers(id integer primary key, name text unique); insert into customers values(1,'ada');\"";

function shop(rule: string, when: string, command: string, shows: string, hints?: string): Fixture {
  const answer = hints === undefined ? {} : { hints };
  return { rule, when, setup: SHOP, command, shows, needs: ["sqlite3"], ...answer };
}

export const fixtures: readonly Fixture[] = [
  shop(
    "sqlite-signs",
    "there is a comma too many",
    'sqlite3 shop.db "select id, total, from orders"',
    'near "from"',
  ),
  shop(
    "sqlite-signs",
    "a parenthesis is open",
    'sqlite3 shop.db "select count(* from orders"',
    'near "from"',
  ),
  shop(
    "sqlite-signs",
    "a text is not closed",
    `sqlite3 shop.db "select * from orders where customer = 'ada"`,
    "unrecognized token",
  ),
  shop(
    "sqlite-unquoted-text",
    "a name has no quotes",
    "sqlite3 shop.db 'select * from orders where customer = ada'",
    "no such column: ada",
  ),
  shop(
    "sqlite-reserved-table",
    "an s is missing",
    'sqlite3 shop.db "select * from order where id = 1"',
    'near "order"',
  ),
  shop("sqlite-dot-command", "letters are swapped", "sqlite3 shop.db .tabels", "unknown command"),
  {
    rule: "sqlite-no-database",
    when: "the file is a text",
    files: { "notes.db": "just some text in a file, long enough to be read\n".repeat(30) },
    command: "sqlite3 notes.db .tables",
    shows: "file is not a database",
    hints: "notes.db is not an SQLite database",
    needs: ["sqlite3"],
  },
  shop(
    "sqlite-no-database",
    "its directory does not exist",
    "sqlite3 data/other.db .tables",
    "unable to open database",
    "There is no directory data, so sqlite3 cannot open data/other.db.",
  ),
  shop(
    "sqlite-refused",
    "a value is there already",
    `sqlite3 shop.db "insert into customers(name) values('ada')"`,
    "UNIQUE constraint failed",
    "customers has a row with this value of name already",
  ),
  shop(
    "sqlite-refused",
    "a value is missing",
    `sqlite3 shop.db "insert into orders values(5, 'x')"`,
    "has 3 columns but 2 values",
    "orders has 3 columns (id, customer, total)",
  ),
  {
    rule: "sqlite-script",
    when: "a keyword is misspelt",
    files: { "report.sql": "select 1;\nselct 2;\n" },
    setup: SHOP,
    command: "sqlite3 shop.db < report.sql",
    shows: "near line 2",
    hints: "line 2 of report.sql fails",
    needs: ["sqlite3"],
  },
];
