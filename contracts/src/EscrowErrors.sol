// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "./Life.sol";

/// @title Every way the escrow says no
/// @dev Bounds of the terms and of a division have their errors beside them.
interface EscrowErrors {
    /// @notice This principal has posted this contract before.
    error ContractExists(bytes32 id);
    /// @notice Nobody has posted this contract.
    error UnknownContract(bytes32 id);
    /// @notice These are not the terms that were posted.
    error WrongTerms(bytes32 id, bytes32 expected, bytes32 got);
    /// @notice The phase does not allow it.
    error WrongPhase(bytes32 id, Phase phase);
    /// @notice It is not for this address to do.
    error NotAParty(bytes32 id, address who);
    /// @notice At the deadline was in time; now the silence has won.
    error DeadlinePassed(bytes32 id, uint256 deadline, uint256 time);
    /// @notice The clock that would cause it still runs.
    error TooEarly(bytes32 id, uint256 readyAt, uint256 time);

    /// @notice The coin sent along is not what is due.
    error WrongValue(uint256 expected, uint256 got);
    /// @notice The token delivered something else than was asked of it.
    error WrongAmountArrived(address token, uint256 expected, uint256 got);
    /// @notice The receiver did not take the coin.
    error NotReceived(address to, uint256 amount);

    /// @notice A principal cannot be its own agent.
    error OwnContract(bytes32 id, address who);
    /// @notice The oracle cannot be the agent it might judge.
    error ConflictOfInterest(bytes32 id, address who);
    /// @notice The terms name another agent.
    error ReservedFor(bytes32 id, address agent);
    /// @notice Who left the seat cannot take it again.
    error HeldBefore(bytes32 id, address who);
    /// @notice Too many agents have come and gone.
    error SeatsExhausted(bytes32 id, uint256 limit);
    /// @notice The bond does not cover what its owner might lose, or outgrows its storage.
    error BondOutOfBounds(bytes32 id, uint256 bond, uint256 least, uint256 most);

    /// @notice The platform's approval was good until an earlier time.
    error ApprovalExpired(bytes32 id, uint256 expiry, uint256 time);
    /// @notice The intent was good until an earlier time.
    error IntentExpired(address actor, uint256 expiry, uint256 time);
    /// @notice The contract has moved on since the intent was written.
    error StaleIntent(bytes32 id, uint256 expected, uint256 got);
    /// @notice The intent holds no call with a contract's id.
    error UnreadableIntent(uint256 length);
    /// @notice The signature is not this address's over this message.
    error BadSignature(address signer, bytes32 digest);

    /// @notice The terms name no oracle.
    error NoCourt(bytes32 id);
    /// @notice The principal has used up its halts.
    error HaltsExhausted(bytes32 id, uint256 limit);
    /// @notice This side has already answered, or leads the case itself.
    error NotYoursToAnswer(bytes32 id, address who);
    /// @notice The ruling did not go against this side.
    error NotYoursToAppeal(bytes32 id, address who);
    /// @notice The answer belongs to another question than the one that is open.
    error StaleAnswer(bytes32 id, uint256 expected, uint256 got);
    /// @notice There are six rulings, and this is none of them.
    error NotARuling(bytes32 id);

    /// @notice There is nothing for this address to claim, or no more.
    error NothingToClaim(bytes32 id, address beneficiary);
    /// @notice Only its owner may send a share elsewhere.
    error NotYoursToRedirect(bytes32 id, address beneficiary, address to);
}
