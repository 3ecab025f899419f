// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Intent} from "../src/Intents.sol";
import {Phase} from "../src/Life.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";

contract BondTest is EscrowTest {
    function test_takes_the_seat(uint256 seed, uint256 wait) public {
        draw(seed);
        reach(Phase.Open);
        vm.warp(block.timestamp + wait % 31);
        vm.recordLogs();
        bond(AGENT);
        bytes32 who = bytes32(uint256(uint160(AGENT)));
        claimEvents(abi.encodePacked(Bonded.selector, id, who, bonded), "");
        claimPhase(Phase.Investigating);
        claimDeadline(120);
        claimEq(life().agent, AGENT, "agent");
        claimEq(life().seats, 1, "seats");
        claimEq(purse().bond, bonded, "bond");
        claimEq(address(escrow).balance, terms.bounty + fees() + bonded, "held");
    }

    function test_reverts_in_every_other_phase(uint256 seed) public {
        draw(seed);
        Phase phase = Phase(between(seed, 2, uint256(Phase.Voided)));
        if (phase == Phase.Review) phase = Phase.Verifying;
        reach(phase);
        refuseWith(RIVAL, bonded, bondCall(RIVAL), wrongPhase(phase));
    }

    function test_reverts_after_the_pickup(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        vm.warp(life().deadline + 1);
        refuseWith(AGENT, bonded, bondCall(AGENT), deadlinePassed());
    }

    function test_reverts_when_the_bond_is_too_small(uint256 seed, uint256 small) public {
        draw(seed);
        reach(Phase.Open);
        uint256 least = leastBond();
        vm.assume(least > 0);
        bonded = small % least;
        bytes memory why =
            abi.encodeWithSelector(BondOutOfBounds.selector, id, bonded, least, type(uint128).max);
        refuseWith(AGENT, bonded, bondCall(AGENT), why);
    }

    function test_reverts_when_the_bond_is_too_large(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        bonded = uint256(type(uint128).max) + 1;
        bytes memory why = abi.encodeWithSelector(
            BondOutOfBounds.selector, id, bonded, leastBond(), type(uint128).max
        );
        refuseWith(AGENT, bonded, bondCall(AGENT), why);
    }

    function test_reverts_when_the_value_is_not_the_bond(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        bytes memory why = abi.encodeWithSelector(WrongValue.selector, bonded, bonded + 1);
        refuseWith(AGENT, bonded + 1, bondCall(AGENT), why);
    }

    function test_reverts_for_the_principal_and_the_oracle(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        bytes memory own = abi.encodeWithSelector(OwnContract.selector, id, PRINCIPAL);
        refuseWith(PRINCIPAL, bonded, bondCall(PRINCIPAL), own);
        bytes memory conflict = abi.encodeWithSelector(ConflictOfInterest.selector, id, ORACLE);
        refuseWith(ORACLE, bonded, bondCall(ORACLE), conflict);
    }

    function test_reverts_for_an_agent_that_the_terms_do_not_name(uint256 seed) public {
        draw(seed);
        terms.agent = AGENT;
        reach(Phase.Open);
        bytes memory why = abi.encodeWithSelector(ReservedFor.selector, id, AGENT);
        refuseWith(RIVAL, bonded, bondCall(RIVAL), why);
        bond(AGENT);
    }

    function test_reverts_for_an_agent_that_left(uint256 seed) public {
        draw(seed);
        reach(Phase.Investigating);
        take(AGENT, abi.encodeCall(escrow.decline, (id, terms)));
        bytes memory why = abi.encodeWithSelector(HeldBefore.selector, id, AGENT);
        refuseWith(AGENT, bonded, bondCall(AGENT), why);
        take(AGENT, abi.encodeCall(escrow.reclaimBond, (id, terms, AGENT, AGENT)));
        refuseWith(AGENT, bonded, bondCall(AGENT), why);
    }

    function test_reverts_with_other_terms(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        bytes32 expected = keccak256(abi.encode(terms));
        terms.platform = RIVAL;
        bytes32 got = keccak256(abi.encode(terms));
        bytes memory why = abi.encodeWithSelector(WrongTerms.selector, id, expected, got);
        refuseWith(AGENT, bonded, bondCall(AGENT), why);
    }

    function test_reverts_when_the_approval_has_expired(uint256 seed, uint256 expiry) public {
        draw(seed);
        reach(Phase.Open);
        expiry = expiry % block.timestamp;
        bytes memory approval = sign(PLATFORM_KEY, approvalDigest(id, AGENT, expiry));
        bytes memory call = abi.encodeCall(escrow.bond, (id, terms, bonded, expiry, approval));
        bytes memory why =
            abi.encodeWithSelector(ApprovalExpired.selector, id, expiry, block.timestamp);
        refuseWith(AGENT, bonded, call, why);
    }

    function test_an_approval_is_valid_until_its_last_second(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        bytes memory approval = sign(PLATFORM_KEY, approvalDigest(id, AGENT, block.timestamp));
        takeWith(
            AGENT,
            bonded,
            abi.encodeCall(escrow.bond, (id, terms, bonded, block.timestamp, approval))
        );
    }

    function test_by_intent_the_agent_is_the_signer(uint256 seed) public {
        draw(seed);
        reach(Phase.Open);
        Intent memory intent = Intent(AGENT, 1, NEVER, bondCall(AGENT));
        bytes memory signature = sign(AGENT_KEY, intentDigest(intent));
        takeWith(STRANGER, bonded, abi.encodeCall(escrow.relay, (intent, signature)));
        claimEq(life().agent, AGENT, "agent");
    }
}
