// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase, Ruling} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract FinalizeRulingTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Ruled;
    }

    function actor(Phase) internal pure override returns (address) {
        return address(0);
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.finalizeRuling, (id));
    }

    function isClock() internal pure override returns (bool) {
        return true;
    }

    function bringsTerms() internal pure override returns (bool) {
        return false;
    }

    function test_nobody_appealed(uint256 seed) public {
        start(seed);
        vm.recordLogs();
        take(STRANGER, call());
        claimEvents(settled(Row.RuledCanceled), "");
        claimPhase(Phase.Resolved);
        claimEq(shares().oracle, terms.courtFees[0], "one tier is paid");
    }

    function test_an_appeal_without_a_ruling_costs_nothing_and_keeps_the_ruling(uint256 seed)
        public
    {
        draw(seed);
        reach(Phase.Ruled);
        take(AGENT, abi.encodeCall(escrow.appeal, (id, terms, HASH)));
        uint256 deadline = life().deadline;
        vm.warp(deadline);
        refuse(STRANGER, call(), wrongPhase(Phase.AwaitResponse));
        vm.warp(deadline + 60);
        bytes memory why =
            abi.encodeWithSelector(TooEarly.selector, id, deadline + 61, block.timestamp);
        refuse(STRANGER, call(), why);
        vm.warp(deadline + 61);
        take(STRANGER, call());
        claimRow(Row.RuledCanceled);
        claimEq(shares().oracle, terms.courtFees[0], "the silent tier is not paid");
    }
}
