/** The tables, as a list of migrations: each is applied once, in order, and never changed again. */

export const MIGRATIONS: readonly string[] = [
  `
  create table contracts (
    no integer primary key,
    id text not null unique,
    seq integer not null,
    head text not null,
    phase text not null,
    due_at integer,
    terms text not null,
    state text not null,
    signed_payees text not null default '[]',
    signed_legs integer not null default 0,
    is_settleable integer not null default 0
  ) strict;
  create index contracts_due on contracts (due_at) where due_at is not null;
  create index contracts_phase on contracts (phase, no);
  create index contracts_settleable on contracts (no) where is_settleable = 1;

  create table aliases (alias text primary key, contract integer not null) strict, without rowid;

  create table feed (only integer primary key check (only = 1), no integer not null) strict;
  insert into feed values (1, 0);

  create table entries (
    no integer primary key,
    contract integer not null,
    seq integer not null,
    hash text not null,
    body text not null,
    received_at integer not null,
    unique (contract, seq)
  ) strict;

  create table written_once (
    key text primary key,
    contract integer not null,
    seq integer
  ) strict, without rowid;

  create table tasks (
    no integer primary key,
    key text not null unique,
    task text not null,
    run_at integer,
    attempt integer not null default 0
  ) strict;
  create index tasks_run on tasks (run_at, no) where run_at is not null;

  create table legs (
    no integer primary key,
    key text not null unique,
    contract integer not null,
    pot integer not null,
    is_from_act integer not null,
    leg text not null,
    status text not null,
    is_waiting integer not null default 0,
    message text,
    proof text
  ) strict;
  create index legs_open on legs (no) where status <> 'confirmed' and is_waiting = 0;
  create index legs_waiting on legs (contract) where is_waiting = 1;
  create index legs_on_their_way on legs (contract, pot)
    where status in ('signed', 'sent', 'unknown');
  create index legs_contract on legs (contract, no) where is_from_act = 1;

  create table holds (
    rail text not null,
    address text not null,
    record text not null,
    primary key (rail, address)
  ) strict, without rowid;

  create table accounts (
    account text not null,
    asset text not null,
    amount integer not null,
    primary key (account, asset),
    check (amount >= 0 or account = 'world')
  ) strict, without rowid;

  create table postings (
    key text primary key,
    source text not null,
    target text not null,
    asset text not null,
    amount integer not null check (amount >= 0)
  ) strict, without rowid;
  `,
];
