// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {EscrowStore, Former, Purse} from "./EscrowStore.sol";
import {Intents} from "./Intents.sol";
import {Life, LifeBits, Phase} from "./Life.sol";
import {Row} from "./Settlement.sol";
import {Terms, TermsCheck} from "./Terms.sol";
import {Vault} from "./Vault.sol";

/// @title From post to verified fix, and the ways to leave before that
abstract contract Work is EscrowStore, Intents, Vault {
    using TermsCheck for Terms;

    /// @notice The id of a contract. It includes the principal, so nobody else can use it first.
    function idOf(address principal, bytes32 contractId) public pure returns (bytes32) {
        return keccak256(abi.encode(principal, contractId));
    }

    /// @notice Posts a contract and deposits the bounty and the fees of all tiers.
    /// @param contractId The kernel's id: the hash of the whole off-chain agreement.
    /// @param terms The part of the agreement that the chain needs.
    function post(bytes32 contractId, Terms calldata terms) external payable returns (bytes32 id) {
        id = idOf(terms.principal, contractId);
        _needActor(id, _actor(), terms.principal);
        terms.check();
        if (_records[id].life.exists()) revert ContractExists(id);
        uint256 fixSeconds = terms.isAutonomous
            ? terms.reviewSeconds
            : terms.executionSeconds + VERIFICATION_TIMEOUT;
        _records[id].termsHash = terms.hashOf();
        Life life = LifeBits.begin(fixSeconds, terms.isAutonomous);
        _save(id, _enter(life, Phase.Open, PICKUP_TIMEOUT));
        emit Posted(id, terms.principal, contractId, terms);
        _take(terms.token, terms.principal, terms.deposit());
    }

    /// @notice Takes the seat with the platform's approval and deposits the bond.
    /// @param amount The bond.
    /// @param expiry The last second at which the approval is valid.
    /// @param approval The platform's EIP-712 signature over id, agent and expiry.
    function bond(
        bytes32 id,
        Terms calldata terms,
        uint256 amount,
        uint256 expiry,
        bytes calldata approval
    ) external payable {
        Life life = _loadBound(id, terms);
        _needPhase(id, life, Phase.Open);
        _needInTime(id, life);
        address agent = _actor();
        _needAdmissible(id, life, terms, agent);
        uint256 least = terms.leastBond();
        if (amount < least || amount > type(uint128).max) {
            revert BondOutOfBounds(id, amount, least, type(uint128).max);
        }
        _checkApproval(terms.platform, id, agent, expiry, approval);
        life = life.withAgent(agent).seated().withFreshTurn();
        _save(id, _enter(life, Phase.Investigating, ABANDONMENT_TIMEOUT));
        // Checked above: the amount fits 128 bits.
        // forge-lint: disable-next-line(unsafe-typecast)
        _records[id].purse = Purse(uint128(amount), 0, 0, 0, Phase.None, 0);
        emit Bonded(id, agent, amount);
        _take(terms.token, agent, amount);
    }

    /// @notice The agent commits to the work; the grace period starts.
    function accept(bytes32 id) external {
        Life life = _load(id);
        _needPhase(id, life, Phase.Investigating);
        _needActor(id, _actor(), life.agent());
        _needInTime(id, life);
        _save(id, _enter(life.withFreshTurn(), Phase.InProgress, ABANDONMENT_TIMEOUT));
        // 40 bits of seconds last for 30,000 years.
        // forge-lint: disable-next-line(unsafe-typecast)
        _records[id].purse.graceEnds = uint40(block.timestamp + GRACE_PERIOD);
        emit Accepted(id);
    }

    /// @notice The agent leaves before accepting, without penalty; or the agent that the terms name
    ///         refuses the contract.
    function decline(bytes32 id, Terms calldata terms) external {
        Life life = _loadBound(id, terms);
        address actor = _actor();
        if (life.isIn(Phase.Open)) {
            _needActor(id, actor, terms.agent);
            _needInTime(id, life);
            _end(id, life, Row.Unclaimed);
            return;
        }
        _needPhase(id, life, Phase.Investigating);
        _needActor(id, actor, life.agent());
        _needInTime(id, life);
        _leaveSeat(id, life, terms);
    }

    /// @notice The agent submits a fix. This ends the grace period.
    /// @param fixHash The hash of the transcript entry with the fix.
    function submitFix(bytes32 id, bytes32 fixHash) external {
        Life life = _load(id);
        _needPhase(id, life, Phase.InProgress);
        _needActor(id, _actor(), life.agent());
        _needInTime(id, life);
        Phase next = life.isAutonomous() ? Phase.Review : Phase.Verifying;
        _save(id, _enter(life.withFreshTurn(), next, life.fixSeconds()));
        emit FixSubmitted(id, fixHash);
    }

    /// @notice The principal reports whether the fix passed. The agent may contest the last
    ///         failure.
    function verify(bytes32 id, Terms calldata terms, bool success) external {
        Life life = _afterVerificationWindow(_loadBound(id, terms), terms);
        if (!life.isIn(Phase.Verifying)) _needPhase(id, life, Phase.Review);
        _needActor(id, _actor(), terms.principal);
        _needInTime(id, life);
        emit Verified(id, success);
        if (success) {
            _end(id, life, Row.Fulfilled);
            return;
        }
        life = life.failed();
        if (life.attempts() < terms.maxAttempts) {
            _save(id, _enter(life, Phase.InProgress, ABANDONMENT_TIMEOUT));
        } else {
            _contest(id, life, terms);
        }
    }

    /// @notice The principal rejects the reviewed fix; the agent may contest that.
    function reviewReject(bytes32 id, Terms calldata terms) external {
        Life life = _afterVerificationWindow(_loadBound(id, terms), terms);
        _needPhase(id, life, Phase.Review);
        _needActor(id, _actor(), terms.principal);
        _needInTime(id, life);
        emit ReviewRejected(id);
        _contest(id, life, terms);
    }

    /// @notice Accepts a fix whose review ended without an answer. Anybody may call it.
    function autoFulfill(bytes32 id, Terms calldata terms) external {
        Life life = _afterVerificationWindow(_loadBound(id, terms), terms);
        _needPhase(id, life, Phase.Review);
        _needTimeout(id, life);
        _end(id, life, Row.Fulfilled);
    }

    /// @notice The agent leaves: without penalty before accepting and in the grace period.
    function backOut(bytes32 id, Terms calldata terms) external {
        Life life = _loadBound(id, terms);
        if (!life.isIn(Phase.Investigating)) _needPhase(id, life, Phase.InProgress);
        _needActor(id, _actor(), life.agent());
        _needInTime(id, life);
        if (life.isIn(Phase.Investigating)) {
            _leaveSeat(id, life, terms);
        } else {
            _end(id, life, _isGrace(id, life) ? Row.AgentLeftInGrace : Row.AgentLeftLate);
        }
    }

    /// @notice The principal cancels: without penalty before acceptance and in the grace period.
    function cancel(bytes32 id, Terms calldata terms) external {
        _cancel(id, _loadBound(id, terms), terms);
    }

    /// @notice Ends a contract that nobody took, or whose rejection nobody contested, in time.
    function cancelStale(bytes32 id) external {
        Life life = _load(id);
        if (!life.isIn(Phase.Open)) _needPhase(id, life, Phase.Contest);
        _needTimeout(id, life);
        _end(id, life, life.isIn(Phase.Open) ? Row.Unclaimed : Row.Canceled);
    }

    /// @notice Removes an agent that missed its deadline: without penalty before acceptance, as a
    ///         late leave after. Not possible while a submitted fix waits for the principal.
    function cancelAbandoned(bytes32 id, Terms calldata terms) external {
        Life life = _loadBound(id, terms);
        if (!life.isIn(Phase.Investigating)) _needPhase(id, life, Phase.InProgress);
        _needTimeout(id, life);
        if (life.isIn(Phase.Investigating)) {
            _leaveSeat(id, life, terms);
        } else {
            _end(id, life, Row.AgentLeftLate);
        }
    }

    /// @notice Anchors the transcript. The agent's own anchor also restarts its turn, at most ten
    ///         times.
    /// @param head The hash of the transcript's last entry.
    /// @param length The number of its entries.
    function anchorTranscript(bytes32 id, Terms calldata terms, bytes32 head, uint256 length)
        external
    {
        Life life = _loadBound(id, terms);
        address actor = _actor();
        if (actor != terms.principal && actor != terms.platform) {
            _needActor(id, actor, life.agent());
        }
        bool isTurn = life.isIn(Phase.Investigating) || life.isIn(Phase.InProgress);
        bool isInTime = block.timestamp <= life.deadline();
        if (isTurn && isInTime && actor == life.agent() && life.restarts() < MAX_RESTARTS) {
            life = _enter(life.restarted(), life.phase(), ABANDONMENT_TIMEOUT);
            _save(id, life);
        }
        emit TranscriptAnchored(id, actor, head, length, life.restarts());
    }

    /// @dev Also used by a halt before the work begins.
    function _cancel(bytes32 id, Life life, Terms calldata terms) internal {
        Phase phase = life.phase();
        if (phase != Phase.Open && phase != Phase.Investigating) {
            _needPhase(id, life, Phase.InProgress);
        }
        _needActor(id, _actor(), terms.principal);
        _needInTime(id, life);
        if (phase == Phase.Open) {
            _end(id, life, Row.Unclaimed);
        } else if (phase == Phase.Investigating) {
            _end(id, life, Row.Withdrawn);
        } else {
            _end(id, life, _isGrace(id, life) ? Row.PrincipalLeftInGrace : Row.PrincipalLeftLate);
        }
    }

    function _needAdmissible(bytes32 id, Life life, Terms calldata terms, address agent)
        private
        view
    {
        if (agent == terms.principal) revert OwnContract(id, agent);
        if (agent == terms.oracle) revert ConflictOfInterest(id, agent);
        if (terms.agent != address(0) && agent != terms.agent) {
            revert ReservedFor(id, terms.agent);
        }
        if (_former[id][agent].hasLeft) revert HeldBefore(id, agent);
        if (life.seats() >= MAX_AGENTS) revert SeatsExhausted(id, MAX_AGENTS);
    }

    /// @dev A contract reserved for one agent ends when it leaves; others open again.
    function _leaveSeat(bytes32 id, Life life, Terms calldata terms) private {
        if (terms.agent != address(0)) {
            _end(id, life, Row.Withdrawn);
            return;
        }
        uint128 bonded = _records[id].purse.bond;
        _former[id][life.agent()] = Former(true, bonded);
        emit SeatLeft(id, life.agent(), bonded);
        delete _records[id].purse;
        // After the last allowed agent, nobody else can bond.
        uint256 window = life.seats() < MAX_AGENTS ? PICKUP_TIMEOUT : 0;
        _save(id, _enter(life.withAgent(address(0)), Phase.Open, window));
    }

    /// @dev The first fix ends the grace period: after it, an attempt has been counted.
    function _isGrace(bytes32 id, Life life) private view returns (bool) {
        return life.attempts() == 0 && block.timestamp <= _records[id].purse.graceEnds;
    }

    /// @dev After the principal's final rejection. Without a court it ends the contract.
    function _contest(bytes32 id, Life life, Terms calldata terms) private {
        if (terms.oracle == address(0)) {
            _end(id, life, Row.Canceled);
        } else {
            _save(id, _enter(life, Phase.Contest, CONTEST_WINDOW));
        }
    }
}
