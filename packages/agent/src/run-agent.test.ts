import { beforeEach, describe, expect, test } from "vitest";
import { type InProcess, taken } from "../../doors/src/http/connect/test/in-process.ts";
import {
  Agent,
  everyTest,
  execution,
  failed,
  fixOf,
  PASSED,
  Principal,
  tries,
  typesOf,
  verifies,
} from "../test/scripted.ts";
import { cascade } from "./cascade.ts";
import { type Solver, WorkOver } from "./solver.ts";

let place: InProcess;
everyTest((fresh) => {
  place = fresh;
});

const NOTHING: Solver = { name: "nothing", solve: async () => "passed" };

test("an agent investigates, accepts, repairs and is paid", async () => {
  const seen: string[] = [];
  const solver: Solver = {
    name: "looks first",
    async solve(problem, tools) {
      seen.push(problem.command);
      const look = await tools.look("cat Makefile");
      seen.push(look.isSeen ? look.output : look.because);
      const trial = await tools.propose(fixOf("touch it"));
      return trial.verdict === "pass" ? "solved" : "passed";
    },
  };
  const principal = new Principal(place);
  await using agent = new Agent(place, solver);
  const ended = await principal.attend(await principal.post());
  expect(seen).toEqual(["gcc foo.c", "output of cat Makefile"]);
  expect(typesOf(ended)).toEqual([
    "post",
    "bond",
    "investigate",
    "result",
    "accept",
    "fix",
    "verify",
    "settled",
  ]);
  expect(await place.balance(agent.connection)).toBe("100.45");
  expect(agent.errors).toEqual([]);
});

test("an agent with nothing to offer declines at once, for free, and the contract opens again", async () => {
  const principal = new Principal(place);
  const open = await principal.post();
  await using first = new Agent(place, NOTHING);
  const later = place.clock.sleep(3_000).then(() => new Agent(place, tries("touch it")));
  const ended = await principal.attend(open);
  await using second = await later;
  expect(typesOf(ended).slice(0, 5)).toEqual(["post", "bond", "decline", "bond", "accept"]);
  expect(ended.state.phase).toBe("fulfilled");
  expect(await place.balance(first.connection)).toBe("100");
  expect(second.errors).toEqual([]);
});

test("after a failed verification the solver gets the output and tries again", async () => {
  const judge = verifies((_, attempt) => (attempt === 1 ? failed("line 3") : PASSED));
  const principal = new Principal(place, judge);
  const solver = tries("one", "two");
  await using agent = new Agent(place, solver);
  const ended = await principal.attend(await principal.post());
  expect(ended.state.phase).toBe("fulfilled");
  const [first] = solver.trials;
  expect(first).toMatchObject({ verdict: "fail", attemptsLeft: 1 });
  expect(first?.verdict === "fail" && first.said).toContain("line 3");
  expect(typesOf(ended).filter((type) => type === "fix")).toHaveLength(2);
  expect(agent.errors).toEqual([]);
});

test("the contract ends after the last failed attempt", async () => {
  const principal = new Principal(
    place,
    verifies(() => failed("no")),
  );
  const solver = tries("one", "two", "three");
  await using agent = new Agent(place, solver);
  const ended = await principal.attend(await principal.post());
  expect(ended.state.phase).toBe("canceled");
  await agent.untilEnded(1);
  expect(solver.trials.at(-1)).toMatchObject({ verdict: "fail", attemptsLeft: 0 });
  expect(typesOf(ended)).not.toContain("dispute_filed");
  expect(agent.errors).toEqual([]);
});

test("a solver that gives up after a failure pays no fee", async () => {
  const principal = new Principal(
    place,
    verifies(() => failed("no")),
  );
  await using agent = new Agent(place, tries("one"));
  const ended = await principal.attend(await principal.post());
  expect(ended.state.phase).toBe("canceled");
  expect(typesOf(ended)).not.toContain("abandoned");
  expect(await place.balance(agent.connection)).toBe("100");
  expect(agent.errors).toEqual([]);
});

describe("before the court", () => {
  test("a dispute is answered in time with the record", async () => {
    place.under.verdict = "fulfilled";
    const filed = { act: "dispute_filed", data: { argument: "it did nothing" } } as const;
    const principal = new Principal(place, () => filed);
    await using agent = new Agent(place, tries("touch it"));
    const ended = await principal.attend(await principal.post());
    const answer = ended.transcript.entries.find(({ type }) => type === "dispute_response");
    expect(answer?.author).toBe(agent.connection.party);
    expect(String(answer?.data.argument)).toContain("I submitted a fix");
    expect(typesOf(ended)).not.toContain("in_absentia");
    expect(ended.state.phase).toBe("resolved");
    expect(agent.errors).toEqual([]);
  });

  test.each([
    { what: "is given", argue: async () => "own words", says: "own words", errors: [] },
    {
      what: "fails: the record speaks",
      argue: () => Promise.reject(new Error("no words")),
      says: "I submitted a fix",
      errors: ["Error: no words"],
    },
    {
      what: "never comes: the record speaks in time",
      argue: () => new Promise<string>(() => {}),
      says: "I submitted a fix",
      errors: ["Error: the argument came too late"],
    },
  ])("an owner's argument that $what", async ({ argue, says, errors }) => {
    place.under.verdict = "fulfilled";
    const filed = { act: "dispute_filed", data: { argument: "it did nothing" } } as const;
    const principal = new Principal(place, () => filed);
    await using agent = new Agent(place, tries("touch it"), { argue });
    const ended = await principal.attend(await principal.post());
    const answer = ended.transcript.entries.find(({ type }) => type === "dispute_response");
    expect(String(answer?.data.argument)).toContain(says);
    expect(typesOf(ended)).not.toContain("in_absentia");
    expect(agent.errors.map(String)).toEqual(errors);
  });

  test("a failure against the principal's own admission is contested", async () => {
    place.under.verdict = "fulfilled";
    const lies = { success: false, explanation: "no", evidence: { passed: true } };
    const principal = new Principal(
      place,
      verifies(() => lies),
    );
    await using agent = new Agent(place, tries("one", "two"));
    const ended = await principal.attend(await principal.post());
    expect(typesOf(ended)).toContain("dispute_filed");
    expect(ended.state.phase).toBe("resolved");
    expect(Number(await place.balance(agent.connection))).toBeGreaterThan(100);
    expect(agent.errors).toEqual([]);
  });

  test("a halt is answered, and the agent continues after it", async () => {
    place.under.verdict = "silent" as never;
    let halts = 0;
    const principal = new Principal(place, () => {
      halts += 1;
      return halts === 1 ? { act: "halt", data: { reason: "wait" } } : null;
    });
    const solver = tries("touch it");
    await using agent = new Agent(place, solver);
    const open = await principal.post();
    const attending = principal.attend(open);
    const { connection } = principal;
    for await (const { entry, contract } of connection.follow(open, new AbortController().signal)) {
      if (entry.type === "dispute_response") taken(await connection.act(contract, "resume"));
      if (entry.type === "resume") taken(await connection.act(contract, "verify", PASSED));
    }
    const ended = await attending;
    expect(typesOf(ended)).toEqual(expect.arrayContaining(["halt", "dispute_response", "resume"]));
    expect(ended.state.phase).toBe("fulfilled");
    await agent.untilEnded(1);
    expect(solver.trials).toEqual([{ verdict: "pass" }]);
    expect(agent.errors).toEqual([]);
  });
});

describe("the agent is never silent", () => {
  test("a solver that throws makes the agent decline without revealing the error", async () => {
    const broken: Solver = {
      name: "broken",
      solve: async () => {
        throw new Error("secret-4711");
      },
    };
    const principal = new Principal(place);
    await using agent = new Agent(place, broken);
    const ended = await principal.attend(await principal.post());
    const said = ended.transcript.entries.find(({ type }) => type === "decline");
    expect(said?.data).toEqual({ reason: "The agent failed." });
    expect(JSON.stringify(agent.errors.map(String))).toContain("secret-4711");
  });

  test("a solver that takes minutes keeps its turn", async () => {
    const slow: Solver = {
      name: "slow",
      async solve(_, tools) {
        await tools.propose(fixOf("at first"));
        await place.clock.sleep(400_000, tools.signal);
        return (await tools.propose(fixOf("at last"))).verdict === "pass" ? "solved" : "passed";
      },
    };
    let tried = 0;
    const principal = new Principal(
      place,
      verifies(() => (++tried === 1 ? failed("not yet") : PASSED)),
    );
    await using agent = new Agent(place, slow);
    const ended = await principal.attend(await principal.post());
    expect(typesOf(ended).filter((type) => type === "message").length).toBeGreaterThan(3);
    expect(ended.state.phase).toBe("fulfilled");
    expect(agent.errors).toEqual([]);
  });

  test("a solver that never ends is given up before the turn runs out", async () => {
    const late = Promise.withResolvers<unknown>();
    const stuck: Solver = {
      name: "stuck",
      async solve(_, tools) {
        await place.clock.sleep(10_000_000, tools.signal);
        late.resolve(tools.propose(fixOf("too late")).catch((error) => error));
        return new Promise(() => {});
      },
    };
    const door = place.fetch;
    place.fetch = async (request) => {
      // An agent that could still accept would have enough time.
      if (request.url.endsWith("/decline")) await place.clock.delay(2_000);
      return door(request);
    };
    const principal = new Principal(place);
    await using agent = new Agent(place, stuck);
    const ended = await principal.attend(await principal.post());
    expect(typesOf(ended)).toContain("decline");
    expect(typesOf(ended)).not.toContain("abandoned");
    expect(typesOf(ended)).not.toContain("accept");
    expect(typesOf(ended)).not.toContain("message");
    expect(await late.promise).toBeInstanceOf(WorkOver);
    expect(agent.errors).toEqual([]);
  });
});

test("the agent resumes when the market comes back", async () => {
  const principal = new Principal(place);
  const door = place.fetch;
  let isAway = false;
  const solver: Solver = {
    name: "loses its market",
    async solve(_, tools) {
      isAway = true;
      void place.clock.sleep(60_000).then(() => {
        isAway = false;
      });
      return (await tools.propose(fixOf("touch it"))).verdict === "pass" ? "solved" : "passed";
    },
  };
  place.fetch = (request) => (isAway ? Promise.reject(new Error("gone")) : door(request));
  await using agent = new Agent(place, solver);
  const ended = await principal.attend(await principal.post());
  expect(ended.state.phase).toBe("fulfilled");
  expect(typesOf(ended).filter((type) => type === "fix")).toHaveLength(1);
  expect(agent.errors).toEqual([]);
});

test("a contract with a rewritten history is dropped, and the agent continues with others", async () => {
  const principal = new Principal(place);
  const door = place.fetch;
  let lie = "";
  const solver: Solver = {
    name: "is lied to",
    async solve(problem, tools) {
      if (lie === "") lie = problem.contract;
      if (lie === problem.contract) await new Promise(() => {});
      return tries("touch it").solve(problem, tools);
    },
  };
  place.fetch = (request) => {
    if (lie !== "" && request.url.includes(`${lie}/chain_head`)) {
      return Response.json({ chain_head: "0".repeat(64), seq: 1 });
    }
    // A question that is held would be answered truly, long after the lie was told.
    return door(
      request.method === "GET" ? new Request(request.url.replace(/\?after.*/, "")) : request,
    );
  };
  await using agent = new Agent(place, solver);
  const lost = await principal.post();
  const startMs = place.clock.nowMs();
  while (agent.errors.length === 0) await place.clock.sleep(100);
  expect(place.clock.nowMs() - startMs).toBeLessThan(10_000);
  expect(lost.id).toBe(lie);
  const ended = await principal.attend(await principal.post({ again: 1n }));
  expect(ended.state.phase).toBe("fulfilled");
  expect(String(agent.errors[0])).toContain("BadAnswer");
});

test("an invalid list is reported and polled again", async () => {
  const principal = new Principal(place);
  const door = place.fetch;
  let asked = 0;
  place.fetch = (request) => {
    const isList = request.url.includes("/contracts?");
    asked += isList ? 1 : 0;
    return isList && asked > 5 && asked < 8 ? Response.json({ contracts: 7 }) : door(request);
  };
  await using agent = new Agent(place, tries("touch it"));
  await place.clock.sleep(5_000);
  const ended = await principal.attend(await principal.post());
  expect(ended.state.phase).toBe("fulfilled");
  expect(agent.errors).toHaveLength(2);
});

test("two agents of one key, each on the contracts of its own process, do not disturb each other", async () => {
  const principal = new Principal(place);
  const contracts = await Promise.all([1, 2, 3, 4].map(() => principal.post()));
  const connection = place.connect();
  const agents = [contracts.slice(0, 2), contracts.slice(2)].map((own) => {
    const solved: string[] = [];
    const solver: Solver = {
      name: "looks and tries",
      async solve({ contract }, tools) {
        solved.push(contract);
        await tools.look("cat Makefile");
        const { verdict } = await tools.propose(fixOf("touch it"));
        return verdict === "pass" ? "solved" : "passed";
      },
    };
    const only = () => own.map(({ id }) => id);
    return { own, solved, agent: new Agent(place, solver, { connection, only }) };
  });
  const ended = await Promise.all(contracts.map((contract) => principal.attend(contract)));
  for (const { own, solved, agent } of agents) {
    await agent.stop();
    expect(solved.toSorted()).toEqual(own.map(({ id }) => id).toSorted());
    expect(agent.errors).toEqual([]);
  }
  for (const contract of ended) {
    expect(typesOf(contract).filter((type) => type === "investigate")).toHaveLength(1);
    expect(contract.state.phase).toBe("fulfilled");
  }
});

test("an agent that is given its contracts resumes one that it holds", async () => {
  const principal = new Principal(place);
  const open = await principal.post();
  const connection = place.connect();
  taken(await connection.act(open, "bond"));
  await using agent = new Agent(place, tries("touch it"), { connection, only: () => [open.id] });
  const ended = await principal.attend(open);
  expect(ended.state.phase).toBe("fulfilled");
  expect(agent.errors).toEqual([]);
});

test("a restarted agent resumes its contracts", async () => {
  const principal = new Principal(place);
  const signer = place.connect().signer;
  const reached = Promise.withResolvers<void>();
  const first: Solver = {
    name: "is killed",
    async solve(_, tools) {
      await tools.look("cat foo.c");
      reached.resolve();
      return new Promise(() => {});
    },
  };
  const killed = new Agent(place, first, { connection: place.connect(signer) });
  const open = await principal.post();
  const attending = principal.attend(open);
  await reached.promise;
  await killed.stop();
  const seen: string[] = [];
  const second: Solver = {
    name: "goes on",
    async solve(problem, tools) {
      seen.push(...problem.seen.map(({ output }) => output));
      return (await tools.propose(fixOf("touch it"))).verdict === "pass" ? "solved" : "passed";
    },
  };
  await using agent = new Agent(place, second, { connection: place.connect(signer) });
  const ended = await attending;
  expect(seen).toEqual(["output of cat foo.c"]);
  expect(typesOf(ended).filter((type) => type === "bond")).toHaveLength(1);
  expect(ended.state.phase).toBe("fulfilled");
  expect(agent.errors).toEqual([]);
});

test("twenty contracts run at once", async () => {
  const judge = verifies((_, attempt) => (attempt === 1 ? failed("once") : PASSED));
  const principal = new Principal(place, judge);
  let atOnce = 0;
  let most = 0;
  const inner = () => tries("one", "two");
  const solver: Solver = {
    name: "counts",
    async solve(problem, tools) {
      atOnce += 1;
      most = Math.max(most, atOnce);
      const outcome = await inner().solve(problem, tools);
      atOnce -= 1;
      return outcome;
    },
  };
  const posted = [];
  for (let number = 0; number < 20; number += 1)
    posted.push(await principal.post({ number: BigInt(number) }));
  await using agent = new Agent(place, solver, { limits: { contracts: 20, perPrincipal: 20 } });
  const ended = await Promise.all(posted.map((contract) => principal.attend(contract)));
  expect(ended.map(({ state }) => state.phase)).toEqual(posted.map(() => "fulfilled"));
  expect(most).toBe(20);
  expect(await place.balance(agent.connection)).toBe("109");
  expect(agent.errors).toEqual([]);
});

test("no more contracts run at once than allowed", async () => {
  const principal = new Principal(place);
  let atOnce = 0;
  const solver: Solver = {
    name: "counts",
    async solve(_, tools) {
      atOnce += 1;
      expect(atOnce).toBeLessThanOrEqual(2);
      const { verdict } = await tools.propose(fixOf("true"));
      atOnce -= 1;
      return verdict === "pass" ? "solved" : "passed";
    },
  };
  const posted = [];
  for (let number = 0; number < 6; number += 1)
    posted.push(await principal.post({ number: BigInt(number) }));
  await using agent = new Agent(place, solver, { limits: { contracts: 2, pollMs: 200 } });
  const ended = await Promise.all(posted.map((contract) => principal.attend(contract)));
  expect(ended.every(({ state }) => state.phase === "fulfilled")).toBe(true);
  expect(agent.errors).toEqual([]);
});

test("a head start lets others take a contract first", async () => {
  const principal = new Principal(place);
  const polite: string[] = [];
  const hooks = { notTaken: (_: unknown, { code }: { code: string }) => void polite.push(code) };
  const limits = { headStartMs: () => 15_000 };
  await using late = new Agent(place, tries("late"), { limits, hooks });
  const open = await principal.post();
  await place.clock.sleep(5_000);
  await using early = new Agent(place, tries("early"));
  const ended = await principal.attend(open);
  await place.clock.sleep(20_000);
  expect(ended.transcript.entries.find(({ type }) => type === "fix")?.data.fix).toBe("early");
  expect(polite).toEqual(["contract_ended"]);
  expect([...late.errors, ...early.errors]).toEqual([]);
});

test("a head start on one contract does not delay another", async () => {
  const principal = new Principal(place);
  const posted = [];
  for (let number = 0; number < 5; number += 1)
    posted.push(await principal.post({ number: BigInt(number) }));
  const limits = { contracts: 1, headStartMs: () => 15_000 };
  await using agent = new Agent(place, tries("late"), { limits });
  const ended = await Promise.all(posted.map((contract) => principal.attend(contract)));
  expect(ended.map(({ state }) => state.phase)).toEqual(posted.map(() => "fulfilled"));
  expect(agent.errors).toEqual([]);
});

describe("what the agent does not take, whatever the market lists", () => {
  beforeEach(() => {
    const door = place.fetch;
    place.fetch = (request) =>
      door(request.url.includes("/contracts?") ? new Request("http://m.test/contracts") : request);
  });

  test.each([
    { what: "a bounty below its least", filter: { minBounty: "0.6" } },
    { what: "a bounty above its most", filter: { maxBounty: "0.4" } },
    { what: "another asset", filter: { assets: ["BTC"] } },
    { what: "a machine without what it needs", filter: { needs: ["sudo"] } },
    { what: "a machine with what it does not want", filter: { without: ["network"] } },
    { what: "another system", filter: { systems: ["Darwin"] } },
  ])("$what", async ({ filter }) => {
    const principal = new Principal(place);
    await using agent = new Agent(place, tries("true"), { filter });
    const ended = await principal.attend(await principal.post());
    expect(typesOf(ended)).not.toContain("bond");
    expect(agent.errors).toEqual([]);
  });

  test("what its owner's hook rejects", async () => {
    const principal = new Principal(place);
    await using agent = new Agent(place, tries("true"), { hooks: { contractFound: () => false } });
    const ended = await principal.attend(await principal.post());
    expect(typesOf(ended)).toEqual(["post", "auto_cancel", "settled"]);
    expect(agent.errors).toEqual([]);
  });

  test("a fix that needs a missing capability is not submitted", async () => {
    const principal = new Principal(place);
    const trials: string[] = [];
    const solver: Solver = {
      name: "wants sudo",
      async solve(_, tools) {
        trials.push((await tools.propose({ ...fixOf("sudo x"), needs: ["sudo"] })).verdict);
        return "passed";
      },
    };
    await using agent = new Agent(place, solver);
    const ended = await principal.attend(await principal.post());
    expect(trials).toEqual(["not_tried"]);
    expect(typesOf(ended)).toEqual(expect.arrayContaining(["bond", "decline"]));
    expect(typesOf(ended)).not.toContain("accept");
    expect(agent.errors).toEqual([]);
  });
});

test("looks respect the rate and the rounds, and a forbidden command is not sent", async () => {
  const principal = new Principal(place);
  const said: string[] = [];
  const solver: Solver = {
    name: "curious",
    async solve(_, tools) {
      for (const command of ["cat a", "rm b", "ls", "cat c"]) {
        const look = await tools.look(command);
        said.push(look.isSeen ? look.output : "no");
      }
      return "passed";
    },
  };
  const door = place.fetch;
  let sent = 0;
  place.fetch = (request) => {
    if (request.url.endsWith("/investigate")) sent += 1;
    return door(request);
  };
  await using agent = new Agent(place, solver);
  const limits = execution({ investigation_rate: 5n, investigation_rounds: 2n });
  const ended = await principal.attend(await principal.post({ execution: limits }));
  expect(said).toEqual(["output of cat a", "no", "output of ls", "no"]);
  expect(typesOf(ended).filter((type) => type === "investigate")).toHaveLength(2);
  expect(sent).toBe(2);
  expect(agent.errors).toEqual([]);
});

test("a fix may correct the command itself", async () => {
  const principal = new Principal(place);
  const solver: Solver = {
    name: "corrects",
    async solve(_, tools) {
      const fix = { shell: "", explanation: "a typo", correctedCommand: "gcc foo.c -lbar" };
      return (await tools.propose(fix)).verdict === "pass" ? "solved" : "passed";
    },
  };
  await using agent = new Agent(place, solver);
  const ended = await principal.attend(await principal.post());
  const fix = ended.transcript.entries.find(({ type }) => type === "fix");
  expect(fix?.data).toMatchObject({ fix: "", command: "gcc foo.c -lbar" });
  expect(agent.errors).toEqual([]);
});

test("a cascade continues with the next solver, also after an error", async () => {
  const errors: string[] = [];
  const judge = verifies((fix) => (fix === "two" ? PASSED : failed("not that")));
  const principal = new Principal(place, judge);
  const broken: Solver = {
    name: "broken",
    solve: async () => {
      throw new Error("oh");
    },
  };
  const last: Solver = {
    name: "last",
    async solve(problem, tools) {
      expect(problem.tried.map(({ shell }) => shell)).toEqual(["one"]);
      return tries("two").solve(problem, tools);
    },
  };
  const solver = cascade([NOTHING, tries("one"), broken, last], ({ name }) => errors.push(name));
  await using agent = new Agent(place, solver);
  const ended = await principal.attend(await principal.post());
  expect(ended.state.phase).toBe("fulfilled");
  expect(errors).toEqual(["broken"]);
  expect(agent.errors).toEqual([]);
});
