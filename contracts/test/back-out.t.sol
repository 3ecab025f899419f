// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract BackOutTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Investigating || phase == Phase.InProgress;
    }

    function actor(Phase) internal view override returns (address) {
        return AGENT;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.backOut, (id, terms));
    }

    function test_while_investigating_it_is_a_decline(uint256 seed) public {
        draw(seed);
        reach(Phase.Investigating);
        take(AGENT, call());
        claimPhase(Phase.Open);
        (bool hasLeft, uint256 waiting) = escrow.formerAgent(id, AGENT);
        claimTrue(hasLeft, "has left");
        claimEq(waiting, bonded, "waiting");
    }

    function test_in_grace_everybody_gets_everything_back(uint256 seed, uint256 wait) public {
        draw(seed);
        reach(Phase.InProgress);
        vm.warp(block.timestamp + wait % 31);
        vm.recordLogs();
        take(AGENT, call());
        claimEvents(settled(Row.AgentLeftInGrace), "");
        claimEq(shares().principal, terms.bounty + fees(), "principal");
        claimEq(shares().agent, bonded, "agent");
    }

    function test_late_it_costs_a_tenth_of_the_bounty(uint256 seed, uint256 wait) public {
        draw(seed);
        reach(Phase.InProgress);
        vm.warp(block.timestamp + between(wait, 31, 120));
        take(AGENT, call());
        claimRow(Row.AgentLeftLate);
        uint256 penalty = terms.bounty / 10 < bonded ? terms.bounty / 10 : bonded;
        claimEq(shares().agent, bonded - penalty, "agent");
    }
}
