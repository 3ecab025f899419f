// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract VoidDisputeTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Disputed || phase == Phase.Halted;
    }

    function actor(Phase) internal pure override returns (address) {
        return address(0);
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.voidDispute, (id));
    }

    function isClock() internal pure override returns (bool) {
        return true;
    }

    function bringsTerms() internal pure override returns (bool) {
        return false;
    }

    function test_a_first_tier_without_a_ruling_voids(uint256 seed) public {
        start(seed);
        vm.recordLogs();
        take(STRANGER, call());
        claimEvents(settled(Row.Voided), "");
        claimPhase(Phase.Voided);
        claimEq(shares().oracle, 0, "nobody ruled");
        claimEq(shares().agent, bonded, "agent");
    }

    function test_an_unanswered_dispute_needs_no_escalation(uint256 seed) public {
        draw(seed);
        reach(Phase.AwaitResponse);
        vm.warp(life().deadline + 61);
        take(STRANGER, call());
        claimRow(Row.Voided);
    }

    function test_reverts_on_appeal(uint256 seed) public {
        draw(seed);
        reach(Phase.Ruled);
        take(AGENT, abi.encodeCall(escrow.appeal, (id, terms, HASH)));
        vm.warp(life().deadline + 1_000);
        refuse(STRANGER, call(), wrongPhase(Phase.Disputed));
    }
}
