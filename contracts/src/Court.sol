// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Purse} from "./EscrowStore.sol";
import {Life, Phase, Ruling} from "./Life.sol";
import {Row, Side} from "./Settlement.sol";
import {Terms} from "./Terms.sol";
import {Work} from "./Work.sol";

/// @title Disputes, halts, rulings and appeals
/// @dev The number of rulings says which tier is next: district, appeals, supreme. The third ruling
///      is final at once.
abstract contract Court is Work {
    uint256 private constant TIERS = 3;

    /// @notice One side files a dispute; the other side has a window to respond.
    /// @param argumentHash The hash of the transcript entry with the argument.
    function fileDispute(bytes32 id, Terms calldata terms, bytes32 argumentHash) external {
        Life life = _afterVerificationWindow(_loadBound(id, terms), terms);
        Phase phase = life.phase();
        bool isWork = phase == Phase.InProgress || phase == Phase.Verifying;
        if (!isWork && phase != Phase.Review) _needPhase(id, life, Phase.Contest);
        address actor = _actor();
        Side side = _sideOf(id, life, terms, actor);
        // Only the principal disputes a review, only the agent a rejection.
        if (phase == Phase.Review) _needActor(id, actor, terms.principal);
        if (phase == Phase.Contest) _needActor(id, actor, life.agent());
        if (terms.oracle == address(0)) revert NoCourt(id);
        _needInTime(id, life);
        life = life.filedBy(side).asked(side);
        _save(id, _enter(life, Phase.AwaitResponse, RESPONSE_WINDOW));
        emit DisputeFiled(id, side, life.question(), argumentHash);
    }

    /// @notice The other side responds, once. During a halt the court is already deliberating.
    function respondDispute(bytes32 id, Terms calldata terms, bytes32 argumentHash) external {
        Life life = _loadBound(id, terms);
        if (!life.isIn(Phase.AwaitResponse)) _needPhase(id, life, Phase.Halted);
        address actor = _actor();
        Side side = _sideOf(id, life, terms, actor);
        _needInTime(id, life);
        if (side == life.leader() || life.isAnswered()) revert NotYoursToAnswer(id, actor);
        life = life.answered();
        bool isHalt = life.isIn(Phase.Halted);
        _save(id, isHalt ? life : _enter(life, Phase.Disputed, RULING_TIMEOUT));
        emit DisputeAnswered(id, argumentHash);
    }

    /// @notice Records that the response window closed without a response. This is optional: the
    ///         court's clock started when the window closed, and `rule` works without this call.
    function escalateDispute(bytes32 id) external {
        Life life = _load(id);
        _needPhase(id, life, Phase.AwaitResponse);
        _needTimeout(id, life);
        _save(id, _afterResponseWindow(life));
        emit DisputeEscalated(id);
    }

    /// @notice The oracle rules on the open question before the deadline.
    /// @param question The number of the question, so that a late ruling cannot apply to the next.
    /// @param ruling One of the six rulings.
    /// @param opinionHash The hash of the transcript entry with the opinion.
    function rule(
        bytes32 id,
        Terms calldata terms,
        uint256 question,
        Ruling ruling,
        bytes32 opinionHash
    ) external {
        Life life = _asked(id, terms, question);
        _needInTime(id, life);
        if (ruling == Ruling.None) revert NotARuling(id);
        life = life.ruled(ruling);
        emit Ruled(id, question, ruling, opinionHash);
        if (life.rulings() == TIERS) {
            _end(id, life, _rowOf(ruling));
        } else {
            _save(id, _enter(life, Phase.Ruled, APPEAL_WINDOW));
        }
    }

    /// @notice The losing side appeals to the next tier.
    function appeal(bytes32 id, Terms calldata terms, bytes32 argumentHash) external {
        Life life = _loadBound(id, terms);
        _needPhase(id, life, Phase.Ruled);
        address actor = _actor();
        Side side = _sideOf(id, life, terms, actor);
        _needInTime(id, life);
        if (!_mayAppeal(life.ruling(), side)) revert NotYoursToAppeal(id, actor);
        life = life.asked(side);
        _save(id, _enter(life, Phase.AwaitResponse, RESPONSE_WINDOW));
        emit Appealed(id, side, life.question(), argumentHash);
    }

    /// @notice Makes the last ruling final: nobody appealed in time, or the next tier did not rule.
    function finalizeRuling(bytes32 id) external {
        Life life = _afterResponseWindow(_load(id));
        bool isAppealed = life.isIn(Phase.Disputed) && life.rulings() > 0;
        if (!isAppealed) _needPhase(id, life, Phase.Ruled);
        _needTimeout(id, life);
        _end(id, life, _rowOf(life.ruling()));
    }

    /// @notice Voids a dispute on which the first tier did not rule: both sides get their deposits
    ///         back, less the listing fee.
    function voidDispute(bytes32 id) external {
        Life life = _afterResponseWindow(_load(id));
        bool isAppealed = life.isIn(Phase.Disputed) && life.rulings() > 0;
        if (isAppealed) revert WrongPhase(id, life.phase());
        if (!life.isIn(Phase.Disputed)) _needPhase(id, life, Phase.Halted);
        _needTimeout(id, life);
        _end(id, life, Row.Voided);
    }

    /// @notice The oracle refuses to rule: the same outcome as its timeout, at once.
    function refuseDispute(bytes32 id, Terms calldata terms, uint256 question) external {
        Life life = _asked(id, terms, question);
        emit DisputeRefused(id, question);
        _end(id, life, life.rulings() > 0 ? _rowOf(life.ruling()) : Row.Voided);
    }

    /// @notice The principal stops the contract. Before the work begins this cancels it; during the
    ///         work it stops every clock and asks the court at once.
    function halt(bytes32 id, Terms calldata terms) external {
        Life life = _afterVerificationWindow(_loadBound(id, terms), terms);
        if (terms.oracle == address(0)) revert NoCourt(id);
        Phase phase = life.phase();
        if (phase == Phase.Open || phase == Phase.Investigating) {
            _cancel(id, life, terms);
            return;
        }
        bool isWork = phase == Phase.InProgress || phase == Phase.Verifying;
        if (!isWork) _needPhase(id, life, Phase.Review);
        _needActor(id, _actor(), terms.principal);
        _needInTime(id, life);
        // Disputes and appeals count as questions too, but no halt can follow them.
        if (life.question() >= MAX_HALTS) revert HaltsExhausted(id, MAX_HALTS);
        Purse storage purse = _records[id].purse;
        purse.haltedAt = uint40(block.timestamp);
        purse.secondsLeft = uint24(life.deadline() - block.timestamp);
        purse.haltedIn = phase;
        life = life.filedBy(Side.Principal).asked(Side.Principal);
        _save(id, _enter(life, Phase.Halted, RULING_TIMEOUT));
        emit Halted(id, life.question());
    }

    /// @notice The principal lifts its halt before a ruling. The contract continues in its previous
    ///         phase with the time that was left.
    function resume(bytes32 id, Terms calldata terms) external {
        Life life = _loadBound(id, terms);
        _needPhase(id, life, Phase.Halted);
        _needActor(id, _actor(), terms.principal);
        _needInTime(id, life);
        Purse storage purse = _records[id].purse;
        // The halt extends the grace period by its length; one that was over stays over.
        purse.graceEnds += uint40(block.timestamp) - purse.haltedAt;
        _save(id, _enter(life.withoutCase(), purse.haltedIn, purse.secondsLeft));
        emit Resumed(id);
    }

    /// @dev The life of a contract whose oracle calls about its open question.
    function _asked(bytes32 id, Terms calldata terms, uint256 question)
        private
        view
        returns (Life life)
    {
        life = _afterResponseWindow(_loadBound(id, terms));
        if (!life.isIn(Phase.Disputed)) _needPhase(id, life, Phase.Halted);
        _needActor(id, _actor(), terms.oracle);
        if (question != life.question()) revert StaleAnswer(id, life.question(), question);
    }

    /// @dev If neither or both sides lost, either may appeal.
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
