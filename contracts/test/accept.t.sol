// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract AcceptTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Investigating;
    }

    function actor(Phase) internal view override returns (address) {
        return AGENT;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.accept, (id));
    }

    function bringsTerms() internal pure override returns (bool) {
        return false;
    }

    function test_starts_the_turn_and_the_grace(uint256 seed) public {
        start(seed);
        vm.recordLogs();
        take(AGENT, call());
        claimEvents(abi.encodePacked(Accepted.selector, id), "");
        claimPhase(Phase.InProgress);
        claimDeadline(120);
        claimEq(purse().graceEnds, block.timestamp + 30, "grace");
        claimEq(life().restarts, 0, "restarts");
    }

    function test_reverts_when_the_principal_accepts_for_the_agent(uint256 seed) public {
        start(seed);
        refuse(PRINCIPAL, call(), notAParty(PRINCIPAL));
    }
}
