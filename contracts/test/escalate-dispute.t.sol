// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract EscalateDisputeTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.AwaitResponse;
    }

    function actor(Phase) internal pure override returns (address) {
        return address(0);
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.escalateDispute, (id));
    }

    function isClock() internal pure override returns (bool) {
        return true;
    }

    function bringsTerms() internal pure override returns (bool) {
        return false;
    }

    function test_stores_the_phase_after_the_timeout(uint256 seed, uint256 wait) public {
        start(seed);
        vm.warp(block.timestamp + wait % 1_000);
        vm.recordLogs();
        take(STRANGER, call());
        claimEvents(abi.encodePacked(DisputeEscalated.selector, id), "");
        claimPhase(Phase.Disputed);
        claimEq(life().deadline, clock + 60, "the court's clock runs since the window closed");
    }
}
