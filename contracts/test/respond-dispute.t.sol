// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract RespondDisputeTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.AwaitResponse || phase == Phase.Halted;
    }

    function actor(Phase) internal view override returns (address) {
        return AGENT;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.respondDispute, (id, terms, HASH));
    }

    function test_puts_the_case_before_the_court(uint256 seed) public {
        draw(seed);
        reach(Phase.AwaitResponse);
        vm.warp(block.timestamp + seed % 31);
        vm.recordLogs();
        take(AGENT, call());
        claimEvents(abi.encodePacked(DisputeAnswered.selector, id, HASH), "");
        claimPhase(Phase.Disputed);
        claimDeadline(60);
        claimTrue(life().isAnswered, "answered");
    }

    function test_in_a_halt_the_court_is_already_deliberating(uint256 seed) public {
        draw(seed);
        reach(Phase.Halted);
        uint256 deadline = life().deadline;
        vm.warp(block.timestamp + seed % 61);
        take(AGENT, call());
        claimPhase(Phase.Halted);
        claimEq(life().deadline, deadline, "the court's clock runs on");
        refuse(AGENT, call(), abi.encodeWithSelector(NotYoursToAnswer.selector, id, AGENT));
    }

    function test_reverts_when_a_side_responds_to_itself(uint256 seed) public {
        start(seed);
        bytes memory why = abi.encodeWithSelector(NotYoursToAnswer.selector, id, PRINCIPAL);
        refuse(PRINCIPAL, call(), why);
    }

    function test_the_principal_answers_what_the_agent_filed(uint256 seed) public {
        draw(seed);
        reach(Phase.InProgress);
        file(AGENT);
        take(PRINCIPAL, call());
        claimPhase(Phase.Disputed);
    }
}
