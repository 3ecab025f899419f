// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Intent} from "../src/Intents.sol";
import {FixEscrow} from "../src/FixEscrow.sol";
import {Phase} from "../src/Life.sol";
import {EscrowTest} from "./base/EscrowTest.sol";
import {vm} from "./base/Vm.sol";

/// @dev A contract wallet that accepts one signer, or gives a wrong, short or no answer.
contract Wallet {
    address private immutable _owner;
    bytes4 private immutable _answer;

    constructor(address owner, bytes4 answer) {
        _owner = owner;
        _answer = answer;
    }

    function isValidSignature(bytes32 digest, bytes calldata signature)
        external
        view
        returns (bytes4)
    {
        (bytes32 r, bytes32 s) = abi.decode(signature, (bytes32, bytes32));
        address signer = ecrecover(digest, uint8(signature[64]), r, s);
        return signer == _owner ? _answer : bytes4(0xffffffff);
    }
}

contract RelayTest is EscrowTest {
    bytes4 private constant YES = 0x1626ba7e;

    function test_reverts_when_the_intent_has_expired(uint256 seed, uint256 expiry) public {
        ready(seed);
        Intent memory intent = Intent(AGENT, 2, expiry % block.timestamp, accepting());
        bytes memory why =
            abi.encodeWithSelector(IntentExpired.selector, AGENT, intent.expiry, block.timestamp);
        refuse(STRANGER, relaying(intent, AGENT_KEY), why);
    }

    function test_an_intent_is_valid_until_its_last_second(uint256 seed) public {
        ready(seed);
        Intent memory intent = Intent(AGENT, 2, block.timestamp, accepting());
        take(STRANGER, relaying(intent, AGENT_KEY));
        claimPhase(Phase.InProgress);
    }

    function test_reverts_when_it_names_another_step(uint256 seed, uint256 step) public {
        ready(seed);
        vm.assume(step != 2);
        Intent memory intent = Intent(AGENT, step, NEVER, accepting());
        bytes memory why = abi.encodeWithSelector(StaleIntent.selector, id, 2, step);
        refuse(STRANGER, relaying(intent, AGENT_KEY), why);
    }

    function test_reverts_when_another_account_signed_it(uint256 seed, uint256 key) public {
        ready(seed);
        key = between(key, 1, 2 ** 128);
        vm.assume(key != AGENT_KEY);
        Intent memory intent = Intent(AGENT, 2, NEVER, accepting());
        refuse(STRANGER, relaying(intent, key), badSignature(intent));
    }

    function test_reverts_when_anything_was_changed(uint256 seed, uint256 which) public {
        ready(seed);
        Intent memory intent = Intent(AGENT, 2, NEVER, accepting());
        bytes memory signature = sign(AGENT_KEY, intentDigest(intent));
        if (which % 2 == 0) intent.expiry -= 1;
        else intent.call = abi.encodeCall(escrow.decline, (id, terms));
        bytes memory call = abi.encodeCall(escrow.relay, (intent, signature));
        refuse(STRANGER, call, badSignature(intent));
    }

    function test_reverts_when_the_call_is_too_short(uint256 seed, uint256 length) public {
        ready(seed);
        Intent memory intent = Intent(AGENT, 2, NEVER, new bytes(length % 36));
        bytes memory why = abi.encodeWithSelector(UnreadableIntent.selector, length % 36);
        refuse(STRANGER, relaying(intent, AGENT_KEY), why);
    }

    function test_reverts_with_the_reason_of_the_act(uint256 seed) public {
        ready(seed);
        Intent memory intent = Intent(RIVAL, 2, NEVER, accepting());
        refuse(STRANGER, relaying(intent, RIVAL_KEY), notAParty(RIVAL));
    }

    function test_reverts_on_another_chain_and_on_another_contract(uint256 seed) public {
        ready(seed);
        Intent memory intent = Intent(AGENT, 2, NEVER, accepting());
        bytes memory call = relaying(intent, AGENT_KEY);
        vm.chainId(block.chainid + 1);
        refuse(STRANGER, call, badSignature(intent));
        vm.chainId(block.chainid - 1);
        FixEscrow first = escrow;
        escrow = deploy();
        reach(Phase.Investigating);
        refuse(STRANGER, call, badSignature(intent));
        escrow = first;
        take(STRANGER, call);
    }

    function test_a_malleated_signature_is_refused(uint256 seed) public {
        ready(seed);
        Intent memory intent = Intent(AGENT, 2, NEVER, accepting());
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(AGENT_KEY, intentDigest(intent));
        uint256 order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141;
        bytes memory mirrored =
            abi.encodePacked(r, bytes32(order - uint256(s)), v == 27 ? uint8(28) : uint8(27));
        bytes memory call = abi.encodeCall(escrow.relay, (intent, mirrored));
        refuse(STRANGER, call, badSignature(intent));
    }

    function test_the_zero_address_has_no_valid_signature(uint256 seed, bytes calldata junk)
        public
    {
        ready(seed);
        Intent memory intent = Intent(address(0), 2, NEVER, accepting());
        bytes memory call = abi.encodeCall(escrow.relay, (intent, junk));
        refuse(STRANGER, call, badSignature(intent));
    }

    function test_a_contract_wallet_acts_by_its_own_rules(uint256 seed) public {
        draw(seed);
        terms.principal = address(new Wallet(PRINCIPAL, YES));
        id = escrow.idOf(terms.principal, contractId);
        Intent memory intent =
            Intent(terms.principal, 0, NEVER, abi.encodeCall(escrow.post, (contractId, terms)));
        bytes memory call = relaying(intent, PRINCIPAL_KEY);
        takeWith(STRANGER, terms.bounty + fees(), call);
        claimPhase(Phase.Open);
        intent = Intent(terms.principal, 1, NEVER, abi.encodeCall(escrow.cancel, (id, terms)));
        refuse(STRANGER, relaying(intent, RIVAL_KEY), badSignature(intent));
        take(STRANGER, relaying(intent, PRINCIPAL_KEY));
    }

    function test_a_contract_wallet_with_another_answer_has_not_signed(uint256 seed) public {
        draw(seed);
        terms.platform = address(new Wallet(PLATFORM, bytes4(0x12345678)));
        post();
        bytes32 digest = approvalDigest(id, AGENT, NEVER);
        bytes memory why = abi.encodeWithSelector(BadSignature.selector, terms.platform, digest);
        refuseWith(AGENT, bonded, bondCall(AGENT), why);
    }

    function test_a_contract_wallet_without_an_answer_has_not_signed(uint256 seed) public {
        draw(seed);
        terms.platform = address(escrow);
        post();
        bytes32 digest = approvalDigest(id, AGENT, NEVER);
        bytes memory why = abi.encodeWithSelector(BadSignature.selector, terms.platform, digest);
        refuseWith(AGENT, bonded, bondCall(AGENT), why);
    }

    function test_the_domain_is_that_of_the_chain(uint32 chain) public {
        bytes32 home = escrow.domainSeparator();
        uint256 was = block.chainid;
        vm.chainId(uint256(chain) + 1);
        bool isHome = block.chainid == was;
        claimTrue((escrow.domainSeparator() == home) == isHome, "domain");
    }

    function ready(uint256 seed) private {
        draw(seed);
        reach(Phase.Investigating);
    }

    function accepting() private view returns (bytes memory) {
        return abi.encodeCall(escrow.accept, (id));
    }

    function relaying(Intent memory intent, uint256 key) private view returns (bytes memory) {
        return abi.encodeCall(escrow.relay, (intent, sign(key, intentDigest(intent))));
    }

    function badSignature(Intent memory intent) private view returns (bytes memory) {
        return abi.encodeWithSelector(BadSignature.selector, intent.actor, intentDigest(intent));
    }
}
