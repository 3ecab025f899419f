// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {Row} from "../src/Settlement.sol";
import {ActTest} from "./base/ActTest.sol";
import {vm} from "./base/Vm.sol";

contract DeclineTest is ActTest {
    function isAllowedIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Investigating;
    }

    function isSpecialIn(Phase phase) internal pure override returns (bool) {
        return phase == Phase.Open;
    }

    function actor(Phase) internal view override returns (address) {
        return AGENT;
    }

    function call() internal view override returns (bytes memory) {
        return abi.encodeCall(escrow.decline, (id, terms));
    }

    function test_opens_again_and_keeps_the_bond_for_its_owner(uint256 seed) public {
        start(seed);
        vm.recordLogs();
        take(AGENT, call());
        bytes32 who = bytes32(uint256(uint160(AGENT)));
        claimEvents(abi.encodePacked(SeatLeft.selector, id, who, bonded), "");
        claimPhase(Phase.Open);
        claimDeadline(30);
        claimEq(life().agent, address(0), "agent");
        claimEq(purse().bond, 0, "bond");
        (bool hasLeft, uint256 waiting) = escrow.formerAgent(id, AGENT);
        claimTrue(hasLeft, "has left");
        claimEq(waiting, bonded, "waiting");
        bonded = leastBond();
        bond(RIVAL);
        claimEq(life().agent, RIVAL, "the next agent");
        claimEq(purse().bond, bonded, "the next bond");
    }

    function test_after_ten_agents_the_contract_does_not_wait(uint256 seed) public {
        draw(seed);
        post();
        for (uint256 seat = 1; seat <= 10; seat++) {
            address agent = address(uint160(0xa6e000 + seat));
            vm.deal(agent, bonded);
            bond(agent);
            take(agent, call());
        }
        claimDeadline(0);
        bytes memory why = abi.encodeWithSelector(SeatsExhausted.selector, id, 10);
        refuseWith(RIVAL, bonded, bondCall(RIVAL), why);
        vm.warp(block.timestamp + 1);
        take(STRANGER, abi.encodeCall(escrow.cancelStale, (id)));
        claimRow(Row.Unclaimed);
    }

    function test_a_named_agent_may_decline_before_bonding(uint256 seed) public {
        draw(seed);
        terms.agent = AGENT;
        reach(Phase.Open);
        refuse(RIVAL, call(), notAParty(RIVAL));
        take(AGENT, call());
        claimRow(Row.Unclaimed);
    }

    function test_a_named_agent_cannot_decline_after_the_pickup_window(uint256 seed) public {
        draw(seed);
        terms.agent = AGENT;
        reach(Phase.Open);
        vm.warp(life().deadline + 1);
        refuse(AGENT, call(), deadlinePassed());
    }

    function test_ends_a_contract_meant_for_one_agent(uint256 seed) public {
        draw(seed);
        terms.agent = AGENT;
        reach(Phase.Investigating);
        take(AGENT, call());
        claimRow(Row.Withdrawn);
        claimEq(shares().agent, bonded, "bond");
    }

    function test_reverts_without_a_named_agent_and_without_a_bond(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        refuse(AGENT, call(), notAParty(AGENT));
    }
}
