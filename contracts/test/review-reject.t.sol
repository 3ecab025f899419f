// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract ReviewRejectTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Review;
    }

    function actor(Phase) internal view override returns (address) {
        return PRINCIPAL;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.reviewReject, (id, terms));
    }

    function test_lets_the_agent_contest_it(uint256 seed) public {
        start(seed);
        vm.recordLogs();
        take(PRINCIPAL, call());
        claimEvents(abi.encodePacked(ReviewRejected.selector, id), "");
        claimPhase(Phase.Contest);
        claimDeadline(30);
    }

    function test_without_a_court_it_is_final(uint256 seed) public {
        draw(seed);
        terms.oracle = address(0);
        terms.courtFees = [uint128(0), 0, 0];
        bonded = leastBond();
        reach(Phase.Review);
        take(PRINCIPAL, call());
        claimRow(Row.Canceled);
        claimPhase(Phase.Canceled);
    }
}
