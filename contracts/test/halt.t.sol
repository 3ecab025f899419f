// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase, Ruling} from "../src/Life.sol";
import {Row, Side} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract HaltTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Open || phase == Phase.Investigating || phase == Phase.InProgress
            || phase == Phase.Verifying || phase == Phase.Review;
    }

    function actor(Phase) internal view override returns (address) {
        return PRINCIPAL;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.halt, (id, terms));
    }

    function test_stops_the_clocks_and_asks_the_court(uint256 seed) public {
        draw(seed);
        Phase phase = Phase(between(seed, uint256(Phase.InProgress), uint256(Phase.Review)));
        reach(phase);
        uint256 deadline = life().deadline;
        vm.warp(block.timestamp + seed % 30);
        vm.recordLogs();
        take(PRINCIPAL, call());
        claimEvents(abi.encodePacked(Halted.selector, id, uint256(1)), "");
        claimPhase(Phase.Halted);
        claimDeadline(60);
        claimEq(purse().secondsLeft, deadline - block.timestamp, "left");
        claimEq(uint256(purse().haltedIn), uint256(phase), "halted in");
        claimTrue(life().filer == Side.Principal, "the principal's filing");
    }

    function test_before_the_work_it_cancels_the_contract(uint256 seed) public {
        draw(seed);
        reach(seed % 2 == 0 ? Phase.Open : Phase.Investigating);
        take(PRINCIPAL, call());
        claimRow(seed % 2 == 0 ? Row.Unclaimed : Row.Withdrawn);
    }

    function test_three_times_at_most(uint256 seed) public {
        draw(seed);
        reach(Phase.InProgress);
        for (uint256 halts = 1; halts <= 3; halts++) {
            take(PRINCIPAL, call());
            claimEq(life().question, halts, "question");
            take(PRINCIPAL, abi.encodeCall(escrow.resume, (id, terms)));
        }
        refuse(PRINCIPAL, call(), abi.encodeWithSelector(HaltsExhausted.selector, id, 3));
    }

    function test_reverts_when_there_is_no_court(uint256 seed) public {
        draw(seed);
        terms.oracle = address(0);
        terms.courtFees = [uint128(0), 0, 0];
        bonded = leastBond();
        reach(seed % 2 == 0 ? Phase.InProgress : Phase.Open);
        refuse(PRINCIPAL, call(), abi.encodeWithSelector(NoCourt.selector, id));
    }

    function test_impossible_is_charged_to_the_principal_that_halted(uint256 seed) public {
        draw(seed);
        reach(Phase.Halted);
        rule(Ruling.Impossible);
        vm.warp(life().deadline + 1);
        take(STRANGER, abi.encodeCall(escrow.finalizeRuling, (id)));
        claimEq(shares().agent, bonded, "agent");
        claimEq(shares().oracle, terms.courtFees[0], "oracle");
    }
}
