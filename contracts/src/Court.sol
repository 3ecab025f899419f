// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Purse} from "./EscrowStore.sol";
import {Life, Phase, Ruling} from "./Life.sol";
import {Row, Side} from "./Settlement.sol";
import {Terms} from "./Terms.sol";
import {Work} from "./Work.sol";

/// @title Disputes, halts, rulings and appeals
/// @dev Tiers are counted by their rulings: before the first the district court sits, after the
///      third the ruling is final at once.
abstract contract Court is Work {
    uint256 private constant TIERS = 3;

    /// @notice One side takes the matter to court; the other gets a window to answer.
    /// @param argumentHash The hash of the transcript's entry with the argument.
    function fileDispute(bytes32 id, Terms calldata terms, bytes32 argumentHash) external {
        Life life = _reviewed(_loadBound(id, terms), terms);
        Phase phase = life.phase();
        bool isBoths = phase == Phase.InProgress || phase == Phase.Verifying;
        if (!isBoths && phase != Phase.Review) _needPhase(id, life, Phase.Contest);
        address actor = _actor();
        Side side = _sideOf(id, life, terms, actor);
        // A review is the principal's to dispute, a rejection the agent's.
        if (phase == Phase.Review) _needActor(id, actor, terms.principal);
        if (phase == Phase.Contest) _needActor(id, actor, life.agent());
        if (terms.oracle == address(0)) revert NoCourt(id);
        _needTime(id, life);
        life = life.filedBy(side).asked(side);
        _save(id, _enter(life, Phase.AwaitResponse, RESPONSE_WINDOW));
        emit DisputeFiled(id, side, life.question(), argumentHash);
    }

    /// @notice The other side's one argument. In a halt the court sits already.
    function respondDispute(bytes32 id, Terms calldata terms, bytes32 argumentHash) external {
        Life life = _loadBound(id, terms);
        if (!life.isIn(Phase.AwaitResponse)) _needPhase(id, life, Phase.Halted);
        address actor = _actor();
        Side side = _sideOf(id, life, terms, actor);
        _needTime(id, life);
        if (side == life.leader() || life.isAnswered()) revert NotYoursToAnswer(id, actor);
        life = life.answered();
        bool isHalt = life.isIn(Phase.Halted);
        _save(id, isHalt ? life : _enter(life, Phase.Disputed, RULING_TIMEOUT));
        emit DisputeAnswered(id, argumentHash);
    }

    /// @notice Writes down that the response window closed unanswered. Nothing waits for this: the
    ///         court's clock runs since then, and a ruling needs no escalation before it.
    function escalateDispute(bytes32 id) external {
        Life life = _load(id);
        _needPhase(id, life, Phase.AwaitResponse);
        _needSilence(id, life);
        _save(id, _heard(life));
        emit DisputeEscalated(id);
    }

    /// @notice The oracle rules on the open question, in time.
    /// @param question The number of the question, so that a late answer meets no other one.
    /// @param ruling One of the six.
    /// @param opinionHash The hash of the transcript's entry with the opinion.
    function rule(
        bytes32 id,
        Terms calldata terms,
        uint256 question,
        Ruling ruling,
        bytes32 opinionHash
    ) external {
        Life life = _asked(id, terms, question);
        _needTime(id, life);
        if (ruling == Ruling.None) revert NotARuling(id);
        life = life.ruled(ruling);
        emit Ruled(id, question, ruling, opinionHash);
        if (life.rulings() == TIERS) {
            _end(id, life, _rowOf(ruling));
        } else {
            _save(id, _enter(life, Phase.Ruled, APPEAL_WINDOW));
        }
    }

    /// @notice The side a ruling went against asks the next tier.
    function appeal(bytes32 id, Terms calldata terms, bytes32 argumentHash) external {
        Life life = _loadBound(id, terms);
        _needPhase(id, life, Phase.Ruled);
        address actor = _actor();
        Side side = _sideOf(id, life, terms, actor);
        _needTime(id, life);
        if (!_mayAppeal(life.ruling(), side)) revert NotYoursToAppeal(id, actor);
        life = life.asked(side);
        _save(id, _enter(life, Phase.AwaitResponse, RESPONSE_WINDOW));
        emit Appealed(id, side, life.question(), argumentHash);
    }

    /// @notice The last ruling stands: nobody appealed in time, or the higher tier stayed silent.
    function finalizeRuling(bytes32 id) external {
        Life life = _heard(_load(id));
        bool isAppealed = life.isIn(Phase.Disputed) && life.rulings() > 0;
        if (!isAppealed) _needPhase(id, life, Phase.Ruled);
        _needSilence(id, life);
        _end(id, life, _rowOf(life.ruling()));
    }

    /// @notice The first instance stayed silent: everybody gets back what is theirs.
    function voidDispute(bytes32 id) external {
        Life life = _heard(_load(id));
        bool isAppealed = life.isIn(Phase.Disputed) && life.rulings() > 0;
        if (isAppealed) revert WrongPhase(id, life.phase());
        if (!life.isIn(Phase.Disputed)) _needPhase(id, life, Phase.Halted);
        _needSilence(id, life);
        _end(id, life, Row.Voided);
    }

    /// @notice The oracle will not rule. As if it had stayed silent, only at once.
    function refuseDispute(bytes32 id, Terms calldata terms, uint256 question) external {
        Life life = _asked(id, terms, question);
        emit DisputeRefused(id, question);
        _end(id, life, life.rulings() > 0 ? _rowOf(life.ruling()) : Row.Voided);
    }

    /// @notice The kill switch. Before the work has begun it calls the contract off; during the
    ///         work it stops every clock and asks the court at once.
    function halt(bytes32 id, Terms calldata terms) external {
        Life life = _reviewed(_loadBound(id, terms), terms);
        if (terms.oracle == address(0)) revert NoCourt(id);
        Phase phase = life.phase();
        if (phase == Phase.Open || phase == Phase.Investigating) {
            _callOff(id, life, terms);
            return;
        }
        bool isWork = phase == Phase.InProgress || phase == Phase.Verifying;
        if (!isWork) _needPhase(id, life, Phase.Review);
        _needActor(id, _actor(), terms.principal);
        _needTime(id, life);
        // Disputes and appeals ask too, but nobody halts after those.
        if (life.question() >= MAX_HALTS) revert HaltsExhausted(id, MAX_HALTS);
        Purse storage purse = _records[id].purse;
        purse.haltedAt = uint40(block.timestamp);
        purse.secondsLeft = uint24(life.deadline() - block.timestamp);
        purse.haltedIn = phase;
        life = life.filedBy(Side.Principal).asked(Side.Principal);
        _save(id, _enter(life, Phase.Halted, RULING_TIMEOUT));
        emit Halted(id, life.question());
    }

    /// @notice The principal lifts its halt before a ruling. Everything goes on where it stopped,
    ///         with the time that was left.
    function resume(bytes32 id, Terms calldata terms) external {
        Life life = _loadBound(id, terms);
        _needPhase(id, life, Phase.Halted);
        _needActor(id, _actor(), terms.principal);
        _needTime(id, life);
        Purse storage purse = _records[id].purse;
        // A grace that was over when the clocks stopped is over by as much now.
        purse.graceEnds += uint40(block.timestamp) - purse.haltedAt;
        _save(id, _enter(life.withoutCase(), purse.haltedIn, purse.secondsLeft));
        emit Resumed(id);
    }

    /// @dev The life of a contract whose court sits on this very question, asked by its oracle.
    function _asked(bytes32 id, Terms calldata terms, uint256 question)
        private
        view
        returns (Life life)
    {
        life = _heard(_loadBound(id, terms));
        if (!life.isIn(Phase.Disputed)) _needPhase(id, life, Phase.Halted);
        _needActor(id, _actor(), terms.oracle);
        if (question != life.question()) revert StaleAnswer(id, life.question(), question);
    }

    /// @dev Where nobody lost, or both did, either may appeal.
    function _mayAppeal(Ruling ruling, Side side) private pure returns (bool) {
        if (ruling == Ruling.Fulfilled || ruling == Ruling.EvilPrincipal) {
            return side == Side.Principal;
        }
        if (ruling == Ruling.Canceled || ruling == Ruling.EvilAgent) return side == Side.Agent;
        return true;
    }

    function _rowOf(Ruling ruling) private pure returns (Row) {
        return Row(uint8(Row.RuledFulfilled) + uint8(ruling) - uint8(Ruling.Fulfilled));
    }
}
