// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract RefuseDisputeTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Disputed || phase == Phase.Halted;
    }

    function actor(Phase) internal view override returns (address) {
        return ORACLE;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.refuseDispute, (id, terms, 1));
    }

    function hasDeadline() internal pure override returns (bool) {
        return false;
    }

    function test_in_the_first_tier_it_voids_at_once(uint256 seed) public {
        start(seed);
        vm.recordLogs();
        take(ORACLE, call());
        bytes memory refused = abi.encodePacked(DisputeRefused.selector, id, uint256(1));
        claimEvents(refused, settled(Row.Voided));
    }

    function test_on_appeal_the_ruling_stands(uint256 seed) public {
        draw(seed);
        reach(Phase.Ruled);
        take(AGENT, abi.encodeCall(escrow.appeal, (id, terms, HASH)));
        take(PRINCIPAL, abi.encodeCall(escrow.respondDispute, (id, terms, HASH)));
        take(ORACLE, abi.encodeCall(escrow.refuseDispute, (id, terms, 2)));
        claimRow(Row.RuledCanceled);
        claimEq(shares().oracle, terms.courtFees[0], "the refusing tier is not paid");
    }

    function test_reverts_on_another_question(uint256 seed, uint256 question) public {
        start(seed);
        vm.assume(question != 1);
        bytes memory wrong = abi.encodeCall(escrow.refuseDispute, (id, terms, question));
        refuse(ORACLE, wrong, abi.encodeWithSelector(StaleAnswer.selector, id, 1, question));
    }
}
