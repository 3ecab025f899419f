/**
 * The tables. What every act touches is keyed by integers, and small columns come before long ones.
 *
 * Keys of legs and postings begin with the id of their contract, and ids are random: an index on
 * the key alone would change another page with every act. The contract's number comes first, so
 * that rows written together are stored together. Terms are stored only in the first entry of their
 * contract: they never change, and an update writes its whole row again.
 */

/** A file with another version is refused: there is nothing to migrate from. */
export const SCHEMA_VERSION = 4;

export const SCHEMA = `
create table market (only integer primary key check (only = 1), platform text not null) strict;

-- Texts that many rows repeat: parties, and accounts of the ledger. 0 is the world.
create table names (no integer primary key, name text not null unique) strict;
insert into names values (0, 'world');

-- Everyone who has ever taken a seat.
create table agents (no integer primary key references names) strict;

create table contracts (
  no integer primary key,
  id text not null unique,
  seq integer not null,
  signed_legs integer not null default 0,
  phase text not null,
  principal integer not null references names,
  -- Who holds the seat, or held it last; seat is its number, 0 while it is free.
  agent integer references names,
  seat integer not null,
  due_at integer,
  posted_at integer not null,
  awaits_settlement integer not null,
  is_settleable integer not null default 0,
  unsupported integer not null,
  head text not null,
  signed_payees text not null default '[]',
  state text not null,
  check (seat = 0 or agent is not null)
) strict;
create index contracts_due on contracts (due_at) where due_at is not null;
create index contracts_phase on contracts (phase);
create index contracts_principal on contracts (principal, phase);
create index contracts_agent on contracts (agent, phase, seat) where agent is not null;
create index contracts_unsupported on contracts (principal, unsupported) where unsupported > 0;
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

-- Long bodies, compressed and apart, so that scanning entries does not read them. In the entries
-- table their body is null.
create table blobs (no integer primary key references entries, body blob not null) strict;

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
  expires_at integer not null,
  record text not null,
  unique (rail, address)
) strict;
create index holds_contract on holds (contract);
create index holds_open on holds (rail, no, expires_at);

-- When some process was last there, and the times in which none was.
create table heartbeat (only integer primary key check (only = 1), beat_at integer not null) strict;
create table gaps (
  no integer primary key,
  from_at integer not null,
  to_at integer not null unique
) strict;

-- Keys that are bound to others, and the smallest of each owner's keys, which is its name.
create table owners (key text primary key, owner text not null) strict, without rowid;
create index owners_owner on owners (owner);

-- The statements that joined them.
create table bindings (
  no integer primary key,
  one text not null references owners,
  other text not null references owners,
  issued_at integer not null,
  one_signature text not null,
  other_signature text not null,
  unique (one, other)
) strict;

-- Readers of the feed: the last number that each has handled.
create table cursors (name text primary key, handled integer not null) strict, without rowid;

create table notes (
  no integer primary key,
  space text not null,
  key text not null,
  value text not null,
  unique (space, key)
) strict;

-- The hash is null while content is uploaded or removed. Numbers are not used again: a slow upload
-- must not add its chunks to another one.
create table artifacts (
  no integer primary key autoincrement,
  created_at integer not null,
  bytes integer not null check (bytes >= 0),
  hash text unique
) strict;
create index artifacts_hidden on artifacts (created_at) where hash is null;

create table artifact_chunks (
  artifact integer not null references artifacts,
  seq integer not null,
  body blob not null,
  primary key (artifact, seq)
) strict;

-- An upload has its owner from the beginning, and so counts in the quotas.
create table artifact_owners (
  owner integer not null references names,
  artifact integer not null references artifacts,
  created_at integer not null,
  expires_at integer not null,
  primary key (owner, artifact)
) strict, without rowid;
create index artifact_owners_artifact on artifact_owners (artifact);
create index artifact_owners_expiry on artifact_owners (expires_at);

create table artifact_pins (
  artifact integer not null references artifacts,
  contract text not null,
  primary key (artifact, contract)
) strict, without rowid;

create table artifact_total (only integer primary key check (only = 1), bytes integer not null) strict;
insert into artifact_total values (1, 0);
create trigger artifacts_add after insert on artifacts begin
  update artifact_total set bytes = bytes + new.bytes;
end;
create trigger artifacts_remove after delete on artifacts begin
  update artifact_total set bytes = bytes - old.bytes;
end;

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
  -- The contract whose id begins the key, or 0.
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
create index postings_source on postings (source);
create index postings_target on postings (target);

-- A balance changes by postings only, so it is the sum of its postings.
create trigger postings_move after insert on postings begin
  -- The receiver first: a transfer to oneself must not fall below zero in between.
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
`;
