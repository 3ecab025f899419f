// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Phase} from "./Life.sol";

/// @title The escrow's errors
/// @dev Errors about the terms are in Terms.sol, errors about the division in Settlement.sol.
interface EscrowErrors {
    /// @notice The principal has already posted this contract.
    error ContractExists(bytes32 id);
    /// @notice There is no contract with this id.
    error UnknownContract(bytes32 id);
    /// @notice The terms differ from those that were posted.
    error WrongTerms(bytes32 id, bytes32 expected, bytes32 got);
    /// @notice The call is not allowed in this phase.
    error WrongPhase(bytes32 id, Phase phase);
    /// @notice This address may not make the call.
    error NotAParty(bytes32 id, address who);
    /// @notice The deadline has passed. A call at the deadline itself is in time.
    error DeadlinePassed(bytes32 id, uint256 deadline, uint256 time);
    /// @notice The deadline that allows the call has not passed yet.
    error TooEarly(bytes32 id, uint256 readyAt, uint256 time);

    /// @notice The value sent is not the amount due.
    error WrongValue(uint256 expected, uint256 got);
    /// @notice The token transferred a different amount.
    error WrongAmountArrived(address token, uint256 expected, uint256 got);
    /// @notice The receiver rejected the payment.
    error NotReceived(address to, uint256 amount);

    /// @notice A principal cannot be its own agent.
    error OwnContract(bytes32 id, address who);
    /// @notice The oracle cannot be the agent.
    error ConflictOfInterest(bytes32 id, address who);
    /// @notice The terms reserve the contract for another agent.
    error ReservedFor(bytes32 id, address agent);
    /// @notice An agent that left the seat cannot take it again.
    error HeldBefore(bytes32 id, address who);
    /// @notice The largest number of agents has held the seat.
    error SeatsExhausted(bytes32 id, uint256 limit);
    /// @notice The bond is less than the agent could lose, or too large to store.
    error BondOutOfBounds(bytes32 id, uint256 bond, uint256 least, uint256 most);

    /// @notice The platform's approval has expired.
    error ApprovalExpired(bytes32 id, uint256 expiry, uint256 time);
    /// @notice The intent has expired.
    error IntentExpired(address actor, uint256 expiry, uint256 time);
    /// @notice The contract has changed since the intent was signed.
    error StaleIntent(bytes32 id, uint256 expected, uint256 got);
    /// @notice The intent's call is too short to contain a contract id.
    error UnreadableIntent(uint256 length);
    /// @notice This address has not signed this message.
    error BadSignature(address signer, bytes32 digest);

    /// @notice The terms name no oracle.
    error NoCourt(bytes32 id);
    /// @notice The principal has used all its halts.
    error HaltsExhausted(bytes32 id, uint256 limit);
    /// @notice This side has already responded, or has filed the dispute itself.
    error NotYoursToAnswer(bytes32 id, address who);
    /// @notice This side did not lose the ruling.
    error NotYoursToAppeal(bytes32 id, address who);
    /// @notice The ruling is about another question than the open one.
    error StaleAnswer(bytes32 id, uint256 expected, uint256 got);
    /// @notice `None` is not one of the six rulings.
    error NotARuling(bytes32 id);

    /// @notice This address has no share, or has already claimed it.
    error NothingToClaim(bytes32 id, address beneficiary);
    /// @notice Only the owner of a share may send it to another address.
    error NotYoursToRedirect(bytes32 id, address beneficiary, address to);
}
