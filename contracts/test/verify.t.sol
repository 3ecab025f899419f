// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract VerifyTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Verifying || phase == Phase.Review;
    }

    function actor(Phase) internal view override returns (address) {
        return PRINCIPAL;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.verify, (id, terms, true));
    }

    function test_success_fulfills(uint256 seed) public {
        start(seed);
        vm.recordLogs();
        take(PRINCIPAL, call());
        claimEvents(abi.encodePacked(Verified.selector, id, uint256(1)), settled(Row.Fulfilled));
        claimPhase(Phase.Fulfilled);
        claimRow(Row.Fulfilled);
        claimEq(life().deadline, 0, "no clock");
    }

    function test_failure_gives_another_attempt_until_the_last(uint256 seed) public {
        draw(seed);
        reach(Phase.InProgress);
        for (uint256 attempt = 1; attempt <= terms.maxAttempts; attempt++) {
            claimPhase(Phase.InProgress);
            take(AGENT, abi.encodeCall(escrow.submitFix, (id, HASH)));
            vm.recordLogs();
            verify(false);
            claimEvents(abi.encodePacked(Verified.selector, id, uint256(0)), "");
            claimEq(life().attempts, attempt, "attempts");
        }
        claimPhase(Phase.Contest);
        claimDeadline(30);
    }

    function test_without_a_court_the_last_failure_is_final(uint256 seed) public {
        draw(seed);
        terms.oracle = address(0);
        terms.courtFees = [uint128(0), 0, 0];
        terms.maxAttempts = 1;
        bonded = leastBond();
        reach(Phase.Verifying);
        verify(false);
        claimRow(Row.Canceled);
    }

    function test_reverts_when_the_agent_verifies_its_own_fix(uint256 seed) public {
        start(seed);
        refuse(AGENT, call(), notAParty(AGENT));
    }

    function test_a_late_verification_counts_during_the_review(uint256 seed) public {
        draw(seed);
        reach(Phase.Verifying);
        vm.warp(life().deadline + 1);
        vm.warp(life().deadline);
        take(PRINCIPAL, call());
        claimRow(Row.Fulfilled);
    }

    function test_reverts_after_the_review_as_well(uint256 seed) public {
        draw(seed);
        reach(Phase.Verifying);
        vm.warp(life().deadline + 1);
        vm.warp(life().deadline + 1);
        refuse(PRINCIPAL, call(), deadlinePassed());
    }
}
