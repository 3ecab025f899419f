// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {EscrowErrors} from "./EscrowErrors.sol";
import {EscrowEvents} from "./EscrowEvents.sol";
import {Life, Phase} from "./Life.sol";
import {Row, Settlement, Side} from "./Settlement.sol";
import {Terms, TermsCheck} from "./Terms.sol";

/// @notice What changes rarely, in its own storage slot.
/// @param bond The current agent's deposit.
/// @param graceEnds The last second at which either side may leave without penalty.
/// @param haltedAt When the contract was halted.
/// @param secondsLeft The time that was left of the phase then.
/// @param haltedIn The phase that was halted.
/// @param claimed One bit for each role that has claimed its share.
struct Purse {
    uint128 bond;
    uint40 graceEnds;
    uint40 haltedAt;
    uint24 secondsLeft;
    Phase haltedIn;
    uint8 claimed;
}

struct Record {
    bytes32 termsHash;
    Life life;
    Purse purse;
}

/// @notice An agent that left. It cannot take the seat again and may reclaim its bond.
struct Former {
    bool hasLeft;
    uint128 bond;
}

/// @title Storage of all contracts, and the checks that the calls share
/// @dev Two timeouts change the phase without a transaction: a dispute without a response goes to
///      the court, and a fix without a verification goes to review. `_afterResponseWindow` and
///      `_afterVerificationWindow` apply them when a life is read, so a deadline never depends on
///      who calls when.
abstract contract EscrowStore is EscrowErrors, EscrowEvents {
    using TermsCheck for Terms;

    uint256 public constant CANCEL_FEE_BPS = Settlement.CANCEL_FEE_BPS;
    uint256 public constant PICKUP_TIMEOUT = 30;
    uint256 public constant ABANDONMENT_TIMEOUT = 120;
    uint256 public constant GRACE_PERIOD = 30;
    uint256 public constant VERIFICATION_TIMEOUT = 120;
    uint256 public constant CONTEST_WINDOW = 30;
    uint256 public constant RESPONSE_WINDOW = 30;
    uint256 public constant RULING_TIMEOUT = 60;
    uint256 public constant APPEAL_WINDOW = 30;
    uint256 public constant MAX_AGENTS = 10;
    uint256 public constant MAX_HALTS = 3;
    uint256 public constant MAX_RESTARTS = 10;

    mapping(bytes32 id => Record) internal _records;
    mapping(bytes32 id => mapping(address agent => Former)) internal _former;

    function _load(bytes32 id) internal view returns (Life life) {
        life = _records[id].life;
        if (!life.exists()) revert UnknownContract(id);
    }

    /// @dev Also checks that these are the contract's terms.
    function _loadBound(bytes32 id, Terms calldata terms) internal view returns (Life life) {
        life = _load(id);
        bytes32 expected = _records[id].termsHash;
        bytes32 got = terms.hashOf();
        if (expected != got) revert WrongTerms(id, expected, got);
    }

    /// @dev Every call that changes a contract saves it exactly once.
    function _save(bytes32 id, Life life) internal {
        _records[id].life = life.stepped();
    }

    /// @dev The shares follow from the row, so nothing else is stored.
    function _end(bytes32 id, Life life, Row row) internal {
        _save(id, life.ended(row));
        emit Settled(id, row);
    }

    /// @dev A dispute without a response is before the court since its window closed.
    function _afterResponseWindow(Life life) internal view returns (Life) {
        if (!life.isIn(Phase.AwaitResponse) || block.timestamp <= life.deadline()) return life;
        return life.inPhase(Phase.Disputed, life.deadline() + RULING_TIMEOUT);
    }

    /// @dev A fix without a verification is in review since its deadline.
    function _afterVerificationWindow(Life life, Terms calldata terms)
        internal
        view
        returns (Life)
    {
        if (!life.isIn(Phase.Verifying) || block.timestamp <= life.deadline()) {
            return life;
        }
        return life.inPhase(Phase.Review, life.deadline() + terms.reviewSeconds);
    }

    function _enter(Life life, Phase phase, uint256 window) internal view returns (Life) {
        return life.inPhase(phase, block.timestamp + window);
    }

    function _needPhase(bytes32 id, Life life, Phase phase) internal pure {
        if (!life.isIn(phase)) revert WrongPhase(id, life.phase());
    }

    function _needInTime(bytes32 id, Life life) internal view {
        if (block.timestamp > life.deadline()) {
            revert DeadlinePassed(id, life.deadline(), block.timestamp);
        }
    }

    function _needTimeout(bytes32 id, Life life) internal view {
        if (block.timestamp <= life.deadline()) {
            revert TooEarly(id, life.deadline() + 1, block.timestamp);
        }
    }

    function _needActor(bytes32 id, address actor, address who) internal pure {
        if (actor != who) revert NotAParty(id, actor);
    }

    function _sideOf(bytes32 id, Life life, Terms calldata terms, address actor)
        internal
        pure
        returns (Side)
    {
        if (actor == terms.principal) return Side.Principal;
        _needActor(id, actor, life.agent());
        return Side.Agent;
    }
}
