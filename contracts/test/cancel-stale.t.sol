// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract CancelStaleTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Open || phase == Phase.Contest;
    }

    function actor(Phase) internal pure override returns (address) {
        return address(0);
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.cancelStale, (id));
    }

    function isClock() internal pure override returns (bool) {
        return true;
    }

    function bringsTerms() internal pure override returns (bool) {
        return false;
    }

    function test_nobody_came(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        vm.warp(life().deadline + 1);
        vm.recordLogs();
        take(STRANGER, call());
        claimEvents(settled(Row.Unclaimed), "");
        claimEq(shares().agent, 0, "agent");
    }

    function test_nobody_contested(uint256 seed) public {
        draw(seed);
        reach(Phase.Contest);
        vm.warp(life().deadline + 1);
        take(STRANGER, call());
        claimRow(Row.Canceled);
        claimEq(shares().agent, bonded, "agent");
    }
}
