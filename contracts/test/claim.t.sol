// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Role} from "../src/EscrowEvents.sol";
import {Intent} from "../src/Intents.sol";
import {Phase, Ruling} from "../src/Life.sol";
import {Shares} from "../src/Settlement.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";

contract ClaimTest is EscrowTest {
    function test_everybody_gets_its_share_once(uint256 seed) public {
        draw(seed);
        reachEnd(seed);
        Shares memory due = shares();
        uint256[5] memory amounts =
            [due.principal, due.agent, due.platform, due.oracle, due.charity];
        address[5] memory owners = [PRINCIPAL, life().agent, PLATFORM, ORACLE, CHARITY];
        for (uint256 role = 0; role < 5; role++) {
            address owner = owners[role];
            bytes memory call = abi.encodeCall(escrow.claim, (id, terms, Role(role), owner));
            bytes memory none = abi.encodeWithSelector(NothingToClaim.selector, id, owner);
            if (amounts[role] > 0) {
                uint256 before = owner.balance;
                vm.recordLogs();
                take(STRANGER, call);
                bytes memory data = abi.encode(role, owner, amounts[role]);
                claimEvents(abi.encodePacked(Claimed.selector, id, data), "");
                claimEq(owner.balance - before, amounts[role], "paid");
            }
            refuse(STRANGER, call, none);
        }
        claimEq(address(escrow).balance, 0, "nothing is left");
    }

    function test_only_the_owner_can_redirect_it(uint256 seed, address elsewhere) public {
        draw(seed);
        reach(Phase.Fulfilled);
        vm.assume(elsewhere != AGENT && elsewhere != address(0) && elsewhere.code.length == 0);
        vm.assume(uint160(elsewhere) > 0xffff);
        uint256 before = elsewhere.balance;
        bytes memory call = abi.encodeCall(escrow.claim, (id, terms, Role.Agent, elsewhere));
        bytes memory why = abi.encodeWithSelector(NotYoursToRedirect.selector, id, AGENT, elsewhere);
        refuse(STRANGER, call, why);
        uint256 amount = shares().agent;
        take(AGENT, call);
        claimEq(elsewhere.balance - before, amount, "paid");
    }

    function test_an_owner_may_redirect_by_intent(uint256 seed) public {
        draw(seed);
        reach(Phase.Fulfilled);
        Intent memory intent = Intent(
            AGENT,
            life().step,
            NEVER,
            abi.encodeCall(escrow.claim, (id, terms, Role.Agent, address(0xbeef)))
        );
        bytes memory signature = sign(AGENT_KEY, intentDigest(intent));
        take(STRANGER, abi.encodeCall(escrow.relay, (intent, signature)));
        claimTrue(address(0xbeef).balance > 0, "paid");
    }

    function test_reverts_to_the_zero_address(uint256 seed) public {
        draw(seed);
        reach(Phase.Fulfilled);
        bytes memory why =
            abi.encodeWithSelector(NotYoursToRedirect.selector, id, AGENT, address(0));
        refuse(AGENT, abi.encodeCall(escrow.claim, (id, terms, Role.Agent, address(0))), why);
    }

    function test_reverts_before_the_end(uint256 seed) public {
        draw(seed);
        Phase phase = Phase(between(seed, 1, uint256(Phase.Halted)));
        if (phase == Phase.Review) phase = Phase.Contest;
        reach(phase);
        bytes memory call = abi.encodeCall(escrow.claim, (id, terms, Role.Principal, PRINCIPAL));
        refuse(STRANGER, call, wrongPhase(phase));
    }

    function test_reverts_with_other_terms(uint256 seed) public {
        draw(seed);
        reach(Phase.Fulfilled);
        bytes32 expected = keccak256(abi.encode(terms));
        terms.bounty += 1;
        bytes32 got = keccak256(abi.encode(terms));
        bytes memory why = abi.encodeWithSelector(WrongTerms.selector, id, expected, got);
        refuse(STRANGER, abi.encodeCall(escrow.claim, (id, terms, Role.Agent, AGENT)), why);
    }

    /// @dev One of the four ends; of the rulings any.
    function reachEnd(uint256 seed) private {
        uint256 way = seed % 5;
        if (way < 4) return reach(Phase(uint256(Phase.Fulfilled) + way));
        reach(Phase.Disputed);
        rule(Ruling(between(seed / 5, 1, 6)));
        vm.warp(life().deadline + 1);
        take(STRANGER, abi.encodeCall(escrow.finalizeRuling, (id)));
    }
}
