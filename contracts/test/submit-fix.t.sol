// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract SubmitFixTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.InProgress;
    }

    function actor(Phase) internal view override returns (address) {
        return AGENT;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.submitFix, (id, HASH));
    }

    function bringsTerms() internal pure override returns (bool) {
        return false;
    }

    function test_supervised_it_waits_for_the_verification(uint256 seed) public {
        draw(seed);
        terms.isAutonomous = false;
        reach(Phase.InProgress);
        vm.recordLogs();
        take(AGENT, call());
        claimEvents(abi.encodePacked(FixSubmitted.selector, id, HASH), "");
        claimPhase(Phase.Verifying);
        claimDeadline(uint256(terms.executionSeconds) + 120);
    }

    function test_autonomous_it_is_in_review_at_once(uint256 seed) public {
        draw(seed);
        terms.isAutonomous = true;
        reach(Phase.InProgress);
        take(AGENT, call());
        claimPhase(Phase.Review);
        claimDeadline(terms.reviewSeconds);
    }

    function test_unverified_it_goes_into_review_by_itself(uint256 seed) public {
        draw(seed);
        terms.isAutonomous = false;
        reach(Phase.Verifying);
        uint256 deadline = life().deadline;
        vm.warp(deadline);
        claimPhase(Phase.Verifying);
        vm.warp(deadline + 1);
        claimPhase(Phase.Review);
        claimEq(life().deadline, deadline + terms.reviewSeconds, "deadline");
    }

    function test_it_ends_the_grace_period(uint256 seed) public {
        draw(seed);
        terms.maxAttempts = 5;
        reach(Phase.InProgress);
        take(AGENT, call());
        verify(false);
        claimTrue(block.timestamp <= purse().graceEnds, "still within thirty seconds");
        take(AGENT, abi.encodeCall(escrow.backOut, (id, terms)));
        claimEq(uint256(life().row), 7, "agent left late");
    }
}
