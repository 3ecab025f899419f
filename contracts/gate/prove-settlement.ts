/**
 * `node contracts/gate/prove-settlement.ts`: runs solc's model checker on the division.
 *
 * For every row and every pot that `post` and `bond` allow: no sum overflows, no share is negative,
 * and the shares add up to what is held. Requires z3, which npm does not provide; fails without it.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { REPOSITORY } from "../local-chain/forge.ts";

interface Solver {
  readonly name: string;
}

interface Compiler {
  compile(input: string, callbacks: { readonly smtSolver: unknown }): string;
}

interface Message {
  readonly severity: string;
  readonly message: string;
}

const require = createRequire(import.meta.url);
const solc = require("solc") as Compiler;
const { smtCallback } = require("solc/smtchecker") as {
  smtCallback(run: unknown, solver: Solver): unknown;
};
const { availableSolvers, smtSolver } = require("solc/smtsolver") as {
  availableSolvers: readonly Solver[];
  smtSolver: unknown;
};

const PROOF = `
// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Pot, Row, Settlement, Shares} from "contracts/src/Settlement.sol";

contract Proof {
    function conserves(Pot memory pot, Row row) external pure {
        require(row != Row.None);
        require(pot.bounty < 2 ** 124 && pot.courtFees < 2 ** 126 && pot.bond < 2 ** 128);
        require(pot.courtCost <= pot.courtFees && pot.courtFees <= pot.bond);
        require(pot.platformFeeBps <= 10_000);
        Shares memory shares = Settlement.divideUnchecked(pot, row);
        uint256 paid =
            shares.principal + shares.agent + shares.platform + shares.oracle + shares.charity;
        assert(paid == pot.bounty + pot.courtFees + pot.bond);
    }
}
`;

function prove(solver: Solver): readonly Message[] {
  const path = "contracts/src/Settlement.sol";
  const input = {
    language: "Solidity",
    sources: {
      [path]: { content: readFileSync(join(REPOSITORY, path), "utf8") },
      "Proof.sol": { content: PROOF },
    },
    settings: {
      outputSelection: { "*": { "*": [] } },
      modelChecker: {
        engine: "bmc",
        contracts: { "Proof.sol": ["Proof"] },
        targets: ["assert", "overflow", "underflow", "divByZero"],
        showProvedSafe: true,
        showUnproved: true,
        // The built-in solver needs threads, which the npm build of the compiler does not have.
        solvers: ["smtlib2"],
      },
    },
  };
  const callbacks = { smtSolver: smtCallback(smtSolver, solver) };
  const output = JSON.parse(solc.compile(JSON.stringify(input), callbacks)) as {
    readonly errors?: readonly Message[];
  };
  return output.errors ?? [];
}

const solver = availableSolvers.find(({ name }) => name === "z3");
if (solver === undefined) {
  console.log("nothing was proved: z3 is not installed (apt-get install z3)");
  process.exitCode = 1;
} else {
  const messages = prove(solver).filter(({ message }) => message.startsWith("BMC:"));
  const safe = messages.filter(({ message }) => message.includes("check is safe"));
  const open = messages.filter((one) => !safe.includes(one));
  for (const { message } of open) console.log(message);
  console.log(`${safe.length} checks proved, ${open.length} not proved`);
  process.exitCode = safe.length > 0 && open.length === 0 ? 0 : 1;
}
