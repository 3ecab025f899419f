/**
 * The tables, as a list of migrations: each is applied once, in order, and never changed again.
 *
 * What every act touches is keyed by integers, and small columns come before long ones. Terms are
 * kept nowhere but in the first entry of their contract: they never change, and an update writes
 * its whole row again.
 */

export const MIGRATIONS: readonly string[] = [
  `
  create table market (only integer primary key check (only = 1), platform text not null) strict;

  -- Texts that many rows repeat: parties, and accounts of the ledger. 0 is the world.
  create table names (no integer primary key, name text not null unique) strict;
  insert into names values (0, 'world');

  -- Whoever has sat once is counted for ever.
  create table agents (no integer primary key references names) strict;

  create table contracts (
    no integer primary key,
    id text not null unique,
    seq integer not null,
    signed_legs integer not null default 0,
    phase text not null,
    principal integer not null references names,
    -- Who holds the seat, or held it last; seat is its number, 0 while nobody sits.
    agent integer references names,
    seat integer not null,
    due_at integer,
    posted_at integer not null,
    awaits_settlement integer not null,
    is_settleable integer not null default 0,
    head text not null,
    signed_payees text not null default '[]',
    state text not null,
    check (seat = 0 or agent is not null)
  ) strict;
  create index contracts_due on contracts (due_at) where due_at is not null;
  create index contracts_phase on contracts (phase);
  create index contracts_principal on contracts (principal, phase);
  create index contracts_agent on contracts (agent, phase, seat) where agent is not null;
  create index contracts_settleable on contracts (no) where is_settleable = 1;

  create table aliases (
    alias text primary key,
    contract integer not null references contracts
  ) strict, without rowid;

  -- The number is the feed's: rows are only added, and by one writer at a time, so it has no gaps.
  create table entries (
    no integer primary key,
    contract integer not null references contracts,
    seq integer not null,
    phase_before text,
    phase text not null,
    received_at integer not null,
    hash text not null,
    body text,
    unique (contract, seq)
  ) strict;

  -- Bodies that are too long to lie among the others; theirs is null.
  create table blobs (no integer primary key references entries, body text not null) strict;

  create table written_once (
    key text primary key,
    contract integer not null references contracts,
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
    contract integer not null references contracts,
    pot integer not null,
    is_from_act integer not null,
    leg text not null,
    status text not null,
    is_waiting integer not null default 0,
    message text,
    proof text
  ) strict;
  create index legs_unpaid on legs (is_waiting) where status <> 'confirmed';
  create index legs_waiting on legs (contract) where is_waiting = 1;
  create index legs_on_their_way on legs (contract, pot)
    where status in ('signed', 'sent', 'unknown');
  create index legs_contract on legs (contract, no) where is_from_act = 1;

  create table holds (
    no integer primary key,
    contract text not null,
    rail text not null,
    address text not null,
    record text not null,
    unique (rail, address)
  ) strict;
  create index holds_contract on holds (contract);

  create table balances (
    account integer not null references names,
    asset text not null,
    amount integer not null default 0,
    is_hold integer not null,
    primary key (account, asset),
    check (amount >= 0 or account = 0)
  ) strict, without rowid;

  create table postings (
    no integer primary key,
    key text not null unique,
    source integer not null,
    target integer not null,
    asset text not null,
    amount integer not null check (amount >= 0),
    foreign key (source, asset) references balances,
    foreign key (target, asset) references balances
  ) strict;
  create index postings_source on postings (source);
  create index postings_target on postings (target);

  -- A balance moves by a posting and in no other way, so it is the sum of its postings.
  create trigger postings_move after insert on postings begin
    -- The receiver first: who sends to himself must not fall below zero on the way.
    update balances set amount = amount + new.amount
      where account = new.target and asset = new.asset;
    update balances set amount = amount - new.amount
      where account = new.source and asset = new.asset;
  end;
  create trigger postings_stay before update on postings begin
    select raise(abort, 'a posting is never changed');
  end;
  create trigger postings_remain before delete on postings begin
    select raise(abort, 'a posting is never deleted');
  end;
  `,
  // Keys begin with the id of their contract, and ids lie anywhere: every act changed as many pages
  // of an index as it had keys. The number of the contract comes first now, so neighbours in time
  // lie side by side.
  `
  create table numbered_legs (
    no integer primary key,
    key text not null,
    contract integer not null references contracts,
    pot integer not null,
    is_from_act integer not null,
    leg text not null,
    status text not null,
    is_waiting integer not null default 0,
    message text,
    proof text,
    unique (contract, key)
  ) strict;
  insert into numbered_legs select * from legs;
  drop table legs;
  alter table numbered_legs rename to legs;
  create index legs_unpaid on legs (is_waiting) where status <> 'confirmed';
  create index legs_waiting on legs (contract) where is_waiting = 1;
  create index legs_on_their_way on legs (contract, pot)
    where status in ('signed', 'sent', 'unknown');
  create index legs_contract on legs (contract, no) where is_from_act = 1;

  create table numbered_postings (
    no integer primary key,
    -- The contract that the key begins with, 0 where it begins with none.
    contract integer not null,
    key text not null,
    source integer not null,
    target integer not null,
    asset text not null,
    amount integer not null check (amount >= 0),
    unique (contract, key),
    foreign key (source, asset) references balances,
    foreign key (target, asset) references balances
  ) strict;
  insert into numbered_postings
    select postings.no, ifnull(contracts.no, 0), key, source, target, asset, amount
    from postings left join contracts
      on contracts.id = substr(key, 1, 64) and substr(key, 65, 1) = '/';
  drop table postings;
  alter table numbered_postings rename to postings;
  create index postings_source on postings (source);
  create index postings_target on postings (target);
  create trigger postings_move after insert on postings begin
    update balances set amount = amount + new.amount
      where account = new.target and asset = new.asset;
    update balances set amount = amount - new.amount
      where account = new.source and asset = new.asset;
  end;
  create trigger postings_stay before update on postings begin
    select raise(abort, 'a posting is never changed');
  end;
  create trigger postings_remain before delete on postings begin
    select raise(abort, 'a posting is never deleted');
  end;
  `,
];
