// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {Address} from "@openzeppelin/contracts/utils/Address.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";
import {EscrowErrors} from "./EscrowErrors.sol";

/// @notice A signed call that anybody may send for its author.
/// @param actor The author: the call is made in its name.
/// @param step The contract's step for which the call is valid; 0 for a post.
/// @param expiry The last second at which it is valid.
/// @param call The escrow function and its arguments. The first argument is the contract's id, or
///        the kernel's for a post.
struct Intent {
    address actor;
    uint256 step;
    uint256 expiry;
    bytes call;
}

/// @title Calls by signature
/// @notice Anybody may send a call that a party has signed, and pay for its gas. An intent is valid
///         for one step of a contract, so it works once.
/// @dev A relayed call comes from this contract itself, with the actor appended to its data.
///      Nothing else makes this contract call itself: payments carry no data, and the functions
///      called on tokens and contract wallets have other selectors than the escrow's.
abstract contract Intents is EscrowErrors {
    bytes32 private constant DOMAIN_TYPE = keccak256(
        "EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"
    );
    bytes32 private constant NAME = keccak256("FixEscrow");
    bytes32 private constant VERSION = keccak256("1");
    bytes32 private constant APPROVAL_TYPE =
        keccak256("BondApproval(bytes32 id,address agent,uint256 expiry)");
    bytes32 private constant INTENT_TYPE =
        keccak256("Intent(address actor,uint256 step,uint256 expiry,bytes call)");

    uint256 private immutable _homeChain = block.chainid;
    bytes32 private immutable _homeDomain = _domain();

    /// @notice Makes a call that its actor has signed.
    /// @dev The relayer sends the native coin that the call needs; tokens come from the actor.
    /// @param intent The signed call.
    /// @param signature The actor's EIP-712 signature, or one that its contract wallet accepts.
    function relay(Intent calldata intent, bytes calldata signature)
        external
        payable
        returns (bytes memory)
    {
        address actor = intent.actor;
        if (block.timestamp > intent.expiry) {
            revert IntentExpired(actor, intent.expiry, block.timestamp);
        }
        if (intent.call.length < 36) revert UnreadableIntent(intent.call.length);
        uint256 expected = _expectedStep(actor, bytes4(intent.call), bytes32(intent.call[4:36]));
        if (intent.step != expected) {
            revert StaleIntent(bytes32(intent.call[4:36]), expected, intent.step);
        }
        bytes32 digest = _digest(
            keccak256(
                abi.encode(INTENT_TYPE, actor, intent.step, intent.expiry, keccak256(intent.call))
            )
        );
        _checkSignature(actor, digest, signature);
        return Address.functionCallWithValue(
            address(this), abi.encodePacked(intent.call, actor), msg.value
        );
    }

    /// @notice The EIP-712 domain separator of this contract on this chain.
    function domainSeparator() public view returns (bytes32) {
        return block.chainid == _homeChain ? _homeDomain : _domain();
    }

    /// @dev The step that an intent for this call must name.
    function _expectedStep(address actor, bytes4 selector, bytes32 first)
        internal
        view
        virtual
        returns (uint256);

    /// @dev The author of the current call: the sender, or the actor of a relayed intent.
    function _actor() internal view returns (address) {
        if (msg.sender != address(this)) return msg.sender;
        return address(bytes20(msg.data[msg.data.length - 20:]));
    }

    function _checkApproval(
        address platform,
        bytes32 id,
        address agent,
        uint256 expiry,
        bytes calldata approval
    ) internal view {
        if (block.timestamp > expiry) {
            revert ApprovalExpired(id, expiry, block.timestamp);
        }
        bytes32 digest = _digest(keccak256(abi.encode(APPROVAL_TYPE, id, agent, expiry)));
        _checkSignature(platform, digest, approval);
    }

    function _checkSignature(address signer, bytes32 digest, bytes calldata signature)
        private
        view
    {
        if (signer.code.length == 0) {
            (address recovered, ECDSA.RecoverError problem,) =
                ECDSA.tryRecoverCalldata(digest, signature);
            if (problem == ECDSA.RecoverError.NoError && recovered == signer) return;
        } else {
            (bool isAnswered, bytes memory answer) =
                signer.staticcall(abi.encodeCall(IERC1271.isValidSignature, (digest, signature)));
            bytes32 yes = bytes32(IERC1271.isValidSignature.selector);
            // Only the first word is the answer.
            // forge-lint: disable-next-line(unsafe-typecast)
            if (isAnswered && answer.length >= 32 && bytes32(answer) == yes) return;
        }
        revert BadSignature(signer, digest);
    }

    function _digest(bytes32 message) private view returns (bytes32) {
        return keccak256(abi.encodePacked(hex"1901", domainSeparator(), message));
    }

    function _domain() private view returns (bytes32) {
        return keccak256(abi.encode(DOMAIN_TYPE, NAME, VERSION, block.chainid, address(this)));
    }
}
