// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Row, Side} from "./Settlement.sol";

/// @notice A contract's phase. The last four are final.
enum Phase {
    None,
    Open,
    Investigating,
    InProgress,
    Verifying,
    Review,
    Contest,
    AwaitResponse,
    Disputed,
    Ruled,
    Halted,
    Fulfilled,
    Canceled,
    Resolved,
    Voided
}

/// @notice The six rulings of an oracle; `None` means no ruling yet.
enum Ruling {
    None,
    Fulfilled,
    Canceled,
    Impossible,
    EvilAgent,
    EvilPrincipal,
    EvilBoth
}

/// @notice The changing state of a contract, packed into one storage slot.
/// @dev From the low end: agent 160, stage 5, deadline 36, step 12, fixSeconds 17, isAutonomous 1,
///      attempts 6, seats 4, restarts 4, question 3, rulings 2, ruling 3, filer 1, leader 1,
///      isAnswered 1. A stage is an open phase, or the row of an ended contract, which implies its
///      phase. Every value fits its width: see the bounds in spec/escrow.md.
type Life is uint256;

using LifeBits for Life global;

/// @notice A life, unpacked.
/// @param agent The agent in the seat; zero if the seat is free.
/// @param phase The contract's phase.
/// @param row How it ended; `None` while it is open.
/// @param deadline The last second that is still in time; 0 after the end.
/// @param step The number of accepted calls. An intent is valid for one step.
/// @param fixSeconds The length of the phase after a fix.
/// @param isAutonomous Whether that phase is the review.
/// @param attempts Failed verifications.
/// @param seats The number of agents that have held the seat.
/// @param restarts The number of anchors that restarted the current turn.
/// @param question The number of the court's question: every halt, dispute and appeal asks a new
///        one.
/// @param rulings The number of tiers that have ruled.
/// @param ruling The last ruling.
/// @param filer The side that filed the dispute.
/// @param leader The side that brought the case to the current tier.
/// @param isAnswered Whether the other side has responded there.
struct LifeFacts {
    address agent;
    Phase phase;
    Row row;
    uint256 deadline;
    uint256 step;
    uint256 fixSeconds;
    bool isAutonomous;
    uint256 attempts;
    uint256 seats;
    uint256 restarts;
    uint256 question;
    uint256 rulings;
    Ruling ruling;
    Side filer;
    Side leader;
    bool isAnswered;
}

/// @title Reads and changes single fields of a life
/// @dev Unpacking all fields would cost more gas than the storage itself.
library LifeBits {
    uint256 private constant FIRST_END = uint256(Phase.Fulfilled);

    uint256 private constant STAGE = 160;
    uint256 private constant DEADLINE = 165;
    uint256 private constant STEP = 201;
    uint256 private constant FIX_SECONDS = 213;
    uint256 private constant AUTONOMOUS = 230;
    uint256 private constant ATTEMPTS = 231;
    uint256 private constant SEATS = 237;
    uint256 private constant RESTARTS = 241;
    uint256 private constant QUESTION = 245;
    uint256 private constant RULINGS = 248;
    uint256 private constant RULING = 250;
    uint256 private constant FILER = 253;
    uint256 private constant LEADER = 254;
    uint256 private constant ANSWERED = 255;

    /// @notice A new life.
    function begin(uint256 seconds_, bool autonomous) internal pure returns (Life) {
        return Life.wrap(seconds_ << FIX_SECONDS | _bit(autonomous) << AUTONOMOUS);
    }

    function exists(Life life) internal pure returns (bool) {
        return Life.unwrap(life) != 0;
    }

    function agent(Life life) internal pure returns (address) {
        return address(uint160(Life.unwrap(life)));
    }

    function isIn(Life life, Phase open) internal pure returns (bool) {
        return _get(life, STAGE, 5) == uint256(open);
    }

    function phase(Life life) internal pure returns (Phase) {
        uint256 stage = _get(life, STAGE, 5);
        return stage < FIRST_END ? Phase(stage) : _endOf(row(life));
    }

    function row(Life life) internal pure returns (Row) {
        uint256 stage = _get(life, STAGE, 5);
        return stage < FIRST_END ? Row.None : Row(stage + 1 - FIRST_END);
    }

    function deadline(Life life) internal pure returns (uint256) {
        return _get(life, DEADLINE, 36);
    }

    function step(Life life) internal pure returns (uint256) {
        return _get(life, STEP, 12);
    }

    function fixSeconds(Life life) internal pure returns (uint256) {
        return _get(life, FIX_SECONDS, 17);
    }

    function isAutonomous(Life life) internal pure returns (bool) {
        return _get(life, AUTONOMOUS, 1) == 1;
    }

    function attempts(Life life) internal pure returns (uint256) {
        return _get(life, ATTEMPTS, 6);
    }

    function seats(Life life) internal pure returns (uint256) {
        return _get(life, SEATS, 4);
    }

    function restarts(Life life) internal pure returns (uint256) {
        return _get(life, RESTARTS, 4);
    }

    function question(Life life) internal pure returns (uint256) {
        return _get(life, QUESTION, 3);
    }

    function rulings(Life life) internal pure returns (uint256) {
        return _get(life, RULINGS, 2);
    }

    function ruling(Life life) internal pure returns (Ruling) {
        return Ruling(_get(life, RULING, 3));
    }

    function filer(Life life) internal pure returns (Side) {
        return Side(_get(life, FILER, 1));
    }

    function leader(Life life) internal pure returns (Side) {
        return Side(_get(life, LEADER, 1));
    }

    function isAnswered(Life life) internal pure returns (bool) {
        return _get(life, ANSWERED, 1) == 1;
    }

    function withAgent(Life life, address who) internal pure returns (Life) {
        return _put(life, 0, 160, uint160(who));
    }

    /// @notice Enters an open phase with its deadline.
    function inPhase(Life life, Phase open, uint256 until) internal pure returns (Life) {
        return _put(life, STAGE, 41, uint256(open) | until << (DEADLINE - STAGE));
    }

    /// @notice Ends the life and clears its deadline.
    function ended(Life life, Row how) internal pure returns (Life) {
        return _put(life, STAGE, 41, FIRST_END - 1 + uint256(how));
    }

    function stepped(Life life) internal pure returns (Life) {
        return _add(life, STEP);
    }

    function failed(Life life) internal pure returns (Life) {
        return _add(life, ATTEMPTS);
    }

    function seated(Life life) internal pure returns (Life) {
        return _add(life, SEATS);
    }

    function restarted(Life life) internal pure returns (Life) {
        return _add(life, RESTARTS);
    }

    function withFreshTurn(Life life) internal pure returns (Life) {
        return _put(life, RESTARTS, 4, 0);
    }

    /// @notice One side asks the court a new question.
    function asked(Life life, Side by) internal pure returns (Life) {
        return _put(_put(_add(life, QUESTION), LEADER, 1, uint256(by)), ANSWERED, 1, 0);
    }

    function filedBy(Life life, Side by) internal pure returns (Life) {
        return _put(life, FILER, 1, uint256(by));
    }

    function answered(Life life) internal pure returns (Life) {
        return _put(life, ANSWERED, 1, 1);
    }

    function ruled(Life life, Ruling what) internal pure returns (Life) {
        return _put(_add(life, RULINGS), RULING, 3, uint256(what));
    }

    /// @notice Clears the case; question numbers are not used again.
    function withoutCase(Life life) internal pure returns (Life) {
        return _put(life, FILER, 3, 0);
    }

    function facts(Life life) internal pure returns (LifeFacts memory) {
        return LifeFacts({
            agent: agent(life),
            phase: phase(life),
            row: row(life),
            deadline: deadline(life),
            step: step(life),
            fixSeconds: fixSeconds(life),
            isAutonomous: isAutonomous(life),
            attempts: attempts(life),
            seats: seats(life),
            restarts: restarts(life),
            question: question(life),
            rulings: rulings(life),
            ruling: ruling(life),
            filer: filer(life),
            leader: leader(life),
            isAnswered: isAnswered(life)
        });
    }

    function _endOf(Row how) private pure returns (Phase) {
        if (how == Row.Fulfilled) return Phase.Fulfilled;
        if (how == Row.Voided) return Phase.Voided;
        return how >= Row.RuledFulfilled ? Phase.Resolved : Phase.Canceled;
    }

    function _get(Life life, uint256 low, uint256 width) private pure returns (uint256) {
        return Life.unwrap(life) >> low & (1 << width) - 1;
    }

    function _put(Life life, uint256 low, uint256 width, uint256 value)
        private
        pure
        returns (Life)
    {
        uint256 mask = (1 << width) - 1 << low;
        return Life.wrap(Life.unwrap(life) & ~mask | value << low);
    }

    /// @dev Counters cannot overflow: each has a limit that fits its width.
    function _add(Life life, uint256 low) private pure returns (Life) {
        unchecked {
            return Life.wrap(Life.unwrap(life) + (1 << low));
        }
    }

    function _bit(bool flag) private pure returns (uint256) {
        return flag ? 1 : 0;
    }
}
