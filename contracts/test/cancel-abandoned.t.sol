// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract CancelAbandonedTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Investigating || phase == Phase.InProgress;
    }

    function actor(Phase) internal pure override returns (address) {
        return address(0);
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.cancelAbandoned, (id, terms));
    }

    function isClock() internal pure override returns (bool) {
        return true;
    }

    function test_before_acceptance_it_is_free_and_opens_again(uint256 seed) public {
        draw(seed);
        reach(Phase.Investigating);
        vm.warp(life().deadline + 1);
        take(STRANGER, call());
        claimPhase(Phase.Open);
        claimDeadline(30);
    }

    function test_abandonment_by_a_named_agent_ends_the_contract(uint256 seed) public {
        draw(seed);
        terms.agent = AGENT;
        reach(Phase.Investigating);
        vm.warp(life().deadline + 1);
        take(STRANGER, call());
        claimRow(Row.Withdrawn);
    }

    function test_after_acceptance_it_is_a_late_leave(uint256 seed) public {
        draw(seed);
        reach(Phase.InProgress);
        vm.warp(life().deadline + 1);
        vm.recordLogs();
        take(STRANGER, call());
        claimEvents(settled(Row.AgentLeftLate), "");
    }

    function test_an_agent_whose_fix_waits_is_never_abandoned(uint256 seed, uint256 wait) public {
        draw(seed);
        reach(Phase.Verifying);
        vm.warp(block.timestamp + wait % 2 ** 30);
        Phase phase = life().phase;
        refuse(PRINCIPAL, call(), wrongPhase(Phase.Verifying));
        claimTrue(phase == Phase.Verifying || phase == Phase.Review, "waits");
    }
}
