/** What is kept of agents while they are away: how each kind of note is read, and how many there are. */
import { type Fields, Float } from "@bazaar/kernel";
import { MAX_NOTE_BYTES } from "../ports/notes.ts";
import type { Admitted, Ban, KnownKey, Skill, SkillCard } from "../ports/talk.ts";
import type { TableKind } from "./note-table.ts";

/** Of each table: a card may fill a note, and all of them would take hundreds of megabytes. */
export const MAX_TEXT = 16 * 2 ** 20;
const MAX_CARDS = 5_000;
const MAX_ADMITTED = 10_000;
const MAX_BANS = 10_000;
const MAX_KEYS = 20_000;
const MAX_SKILLS = 1_000;

export const SKILLS: TableKind<SkillCard> = {
  space: "chat-skill",
  maximum: MAX_CARDS,
  maxText: MAX_TEXT,
  atMs: ({ registeredAtMs }) => registeredAtMs,
  read: (read) => ({
    skills: read.array("skills", { max: MAX_SKILLS }, (items, at) => readSkill(items.object(at))),
    registeredAtMs: timeMs(read, "registeredAtMs"),
  }),
};

export const ADMITTED: TableKind<Admitted> = {
  space: "chat-admitted",
  maximum: MAX_ADMITTED,
  maxText: MAX_TEXT,
  atMs: ({ admittedAtMs }) => admittedAtMs,
  read: (read) => ({
    keyText: text(read, "keyText"),
    admittedAtMs: timeMs(read, "admittedAtMs"),
    note: read.optional("note", (at) => text(read, at)),
  }),
};

export const BANNED: TableKind<Ban> = {
  space: "chat-banned",
  maximum: MAX_BANS,
  maxText: MAX_TEXT,
  atMs: ({ bannedAtMs }) => bannedAtMs,
  read: (read) => ({ reason: text(read, "reason"), bannedAtMs: timeMs(read, "bannedAtMs") }),
};

export const KEYS: TableKind<KnownKey> = {
  space: "chat-key",
  maximum: MAX_KEYS,
  maxText: MAX_TEXT,
  atMs: ({ seenAtMs }) => seenAtMs,
  read: (read) => ({ keyText: text(read, "keyText"), seenAtMs: timeMs(read, "seenAtMs") }),
};

function readSkill(read: Fields): Skill {
  return {
    capability: text(read, "capability"),
    description: read.optional("description", (at) => text(read, at)),
    rate: read.optional("rate", (at) => {
      const rate = read.number(at);
      return rate instanceof Float ? rate.value : Number(rate);
    }),
    currency: read.optional("currency", (at) => text(read, at)),
  };
}

function text(read: Fields, at: string): string {
  return read.string(at, { max: MAX_NOTE_BYTES });
}

export function timeMs(read: Fields, at: string): number {
  return read.integer(at, { max: Number.MAX_SAFE_INTEGER });
}
