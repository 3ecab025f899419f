import type { ChatMessage } from "@bazaar/doors/chat/connect";
import { expect, test } from "vitest";
import { Conversation } from "./conversation.ts";

function said(id: string, inReplyTo: string | null = null): ChatMessage {
  const [from, to, content] = ["@a", "#general", id];
  const rest = { fromName: "a", atMs: 0, signature: null, isReplay: false, isOwn: false };
  return { from, to, content, id, inReplyTo, ...rest };
}

function threadOf(conversation: Conversation, number: number): readonly number[] {
  return conversation.thread(number).map(([each]) => each);
}

test("a thread is a message with what it answers and all answers to them", () => {
  const conversation = new Conversation();
  const messages = [said("a"), said("b"), said("c", "a"), said("d", "c"), said("e", "b")];
  for (const message of messages) conversation.add(message);
  expect(threadOf(conversation, 1)).toEqual([1, 3, 4]);
  expect(threadOf(conversation, 4)).toEqual([1, 3, 4]);
  expect(threadOf(conversation, 5)).toEqual([2, 5]);
  expect(threadOf(conversation, 6)).toEqual([]);
});

test("messages that claim to answer each other end a thread", () => {
  const conversation = new Conversation();
  conversation.add(said("a", "b"));
  conversation.add(said("b", "a"));
  expect(threadOf(conversation, 2)).toEqual([1, 2]);
});

test("only so many messages are kept, and the newest have the numbers", () => {
  const conversation = new Conversation();
  for (let count = 1; count <= 1_000; count += 1) conversation.add(said(`m${count}`));
  expect(conversation.get(1)?.id).toBe("m1000");
  expect(conversation.numberOf("m1")).toBeNull();
  expect(conversation.get(999)?.id).toBe("m999");
});
