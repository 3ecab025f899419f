/** Processes that share a store and a bus, and agents that are connected to them. */
import { OpenTalk } from "@bazaar/market";
import type { Agent, Bus, Ending, Frame, Notes, Seat, Vanished } from "@bazaar/market/ports";
import { START_MS } from "../story.ts";

/** An agent's connection that keeps what it gets. */
export class HeldSeat implements Seat {
  readonly texts: string[] = [];
  readonly frames: Frame[] = [];
  readonly endings: { readonly ending: Ending; readonly channels: readonly string[] }[] = [];

  deliver(frame: Frame): void {
    if (this.endings.length > 0) throw new Error(`${frame.text} came after the end`);
    this.frames.push(frame);
    this.texts.push(frame.text);
  }

  end(ending: Ending, channels: readonly string[]): void {
    this.endings.push({ ending, channels });
  }
}

export interface TalkHostOptions {
  readonly notes: Notes;
  readonly bus: Bus;
  readonly processId: string;
  readonly clock?: { nowMs: number };
  readonly replay?: number;
}

/** One process of a market that talks. */
export class TalkHost {
  readonly talk: OpenTalk;
  readonly problems: string[];
  readonly vanished: Vanished[] = [];

  private constructor(talk: OpenTalk, problems: string[]) {
    this.talk = talk;
    this.problems = problems;
    talk.onVanished((vanished) => this.vanished.push(vanished));
  }

  static async open(options: TalkHostOptions): Promise<TalkHost> {
    const { notes, bus, processId, clock = { nowMs: START_MS }, replay = 20 } = options;
    const problems: string[] = [];
    const talk = await OpenTalk.open({
      notes,
      bus,
      processId,
      clock: { nowMs: () => clock.nowMs },
      settings: { channels: ["#general", "#help"], replay },
      onProblem: (problem) => problems.push(problem),
    });
    return new TalkHost(talk, problems);
  }

  enter(id: string, address: string | null = null): HeldSeat {
    const seat = new HeldSeat();
    this.talk.enter(agentNamed(id), seat, address);
    return seat;
  }

  /** An agent in a channel. */
  seat(id: string, channel = "#general"): HeldSeat {
    const seat = this.enter(id);
    this.talk.join(channel, id);
    return seat;
  }

  say(text: string, channel = "#general"): Promise<boolean> {
    return this.talk.say(channel, { text });
  }

  memberIds(channel = "#general"): readonly string[] {
    return this.talk.members(channel).map(({ id }) => id);
  }
}

export function agentNamed(id: string): Agent {
  return { id, name: `name of ${id}`, key: null, presence: "online", statusText: null };
}
