// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract AutoFulfillTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Review;
    }

    function actor(Phase) internal pure override returns (address) {
        return address(0);
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.autoFulfill, (id, terms));
    }

    function isClock() internal pure override returns (bool) {
        return true;
    }

    function test_the_end_of_the_review_fulfills(uint256 seed) public {
        start(seed);
        vm.recordLogs();
        take(STRANGER, call());
        claimEvents(settled(Row.Fulfilled), "");
        claimPhase(Phase.Fulfilled);
    }
}
