// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "../src/Life.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";

contract ReclaimBondTest is EscrowTest {
    function test_pays_the_bond_back_once(uint256 seed) public {
        draw(seed);
        depart();
        bytes memory call = abi.encodeCall(escrow.reclaimBond, (id, terms, AGENT, AGENT));
        bytes memory none = abi.encodeWithSelector(NothingToClaim.selector, id, AGENT);
        uint256 before = AGENT.balance;
        vm.recordLogs();
        if (bonded > 0) {
            take(STRANGER, call);
            bytes32 who = bytes32(uint256(uint160(AGENT)));
            bytes memory data = abi.encode(AGENT, bonded);
            claimEvents(abi.encodePacked(BondReclaimed.selector, id, who, data), "");
        }
        claimEq(AGENT.balance - before, bonded, "paid");
        refuse(STRANGER, call, none);
        claimEq(address(escrow).balance, terms.bounty + fees(), "the deposit stays");
    }

    function test_only_the_agent_can_redirect_it(uint256 seed) public {
        draw(seed);
        bonded += 1;
        depart();
        bytes memory call = abi.encodeCall(escrow.reclaimBond, (id, terms, AGENT, RIVAL));
        bytes memory why = abi.encodeWithSelector(NotYoursToRedirect.selector, id, AGENT, RIVAL);
        refuse(RIVAL, call, why);
        take(AGENT, call);
    }

    function test_reverts_for_the_current_agent(uint256 seed) public {
        draw(seed);
        reach(Phase.Investigating);
        bytes memory call = abi.encodeCall(escrow.reclaimBond, (id, terms, AGENT, AGENT));
        refuse(AGENT, call, abi.encodeWithSelector(NothingToClaim.selector, id, AGENT));
    }

    function test_reverts_with_other_terms(uint256 seed) public {
        draw(seed);
        depart();
        bytes32 expected = keccak256(abi.encode(terms));
        terms.token = address(0xdead);
        bytes32 got = keccak256(abi.encode(terms));
        bytes memory call = abi.encodeCall(escrow.reclaimBond, (id, terms, AGENT, AGENT));
        refuse(AGENT, call, abi.encodeWithSelector(WrongTerms.selector, id, expected, got));
    }

    function depart() private {
        reach(Phase.Investigating);
        take(AGENT, abi.encodeCall(escrow.decline, (id, terms)));
    }
}
