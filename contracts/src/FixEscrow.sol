// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Court} from "./Court.sol";
import {Purse} from "./EscrowStore.sol";
import {Role} from "./EscrowEvents.sol";
import {Life, LifeFacts} from "./Life.sol";
import {Pot, Row, Settlement, Shares} from "./Settlement.sol";
import {Terms, TermsCheck} from "./Terms.sol";

/// @title FixEscrow
/// @notice Holds the bounty, bond and court fees of contracts and divides them by the kernel's
///         court-fees schedule. It has no owner, no admin functions and no upgrades.
/// @dev Ending a contract pays nobody. Each share is claimed separately, so that a receiver that
///      rejects its payment cannot block the others.
contract FixEscrow is Court {
    using TermsCheck for Terms;

    /// @notice Pays one share of an ended contract. Anybody may call it.
    /// @param role Whose share to pay.
    /// @param to The receiver: the share's owner, or any other address if the owner calls.
    function claim(bytes32 id, Terms calldata terms, Role role, address to) external {
        (Life life, Purse memory purse) = _ended(id, terms);
        address beneficiary = _beneficiary(life, terms, role);
        uint256 amount = _shareOf(_divide(life, purse, terms), role);
        uint8 bit = uint8(1 << uint8(role));
        if (amount == 0 || purse.claimed & bit != 0) revert NothingToClaim(id, beneficiary);
        _needDestination(id, beneficiary, to);
        _records[id].purse.claimed = purse.claimed | bit;
        emit Claimed(id, role, to, amount);
        _send(terms.token, to, amount);
    }

    /// @notice Pays back the bond of an agent that left before accepting. Anybody may call it.
    /// @param agent Whose bond to pay back.
    /// @param to The receiver: the agent, or any other address if the agent calls.
    function reclaimBond(bytes32 id, Terms calldata terms, address agent, address to) external {
        _loadBound(id, terms);
        uint256 amount = _former[id][agent].bond;
        if (amount == 0) revert NothingToClaim(id, agent);
        _needDestination(id, agent, to);
        _former[id][agent].bond = 0;
        emit BondReclaimed(id, agent, to, amount);
        _send(terms.token, to, amount);
    }

    /// @notice A contract's state at this second, with the timeouts that have passed applied.
    function lifeOf(bytes32 id, Terms calldata terms)
        external
        view
        returns (LifeFacts memory life, Purse memory purse)
    {
        life = _afterResponseWindow(_afterVerificationWindow(_loadBound(id, terms), terms)).facts();
        purse = _records[id].purse;
    }

    /// @notice A contract's stored state. Zero if there is no such contract.
    function recordOf(bytes32 id)
        external
        view
        returns (bytes32 termsHash, LifeFacts memory life, Purse memory purse)
    {
        termsHash = _records[id].termsHash;
        life = _records[id].life.facts();
        purse = _records[id].purse;
    }

    /// @notice All shares of an ended contract, claimed or not.
    function sharesOf(bytes32 id, Terms calldata terms) external view returns (Shares memory) {
        (Life life, Purse memory purse) = _ended(id, terms);
        return _divide(life, purse, terms);
    }

    /// @notice Whether an agent has left this contract, and the bond that it can still reclaim.
    function formerAgent(bytes32 id, address agent) external view returns (bool, uint256) {
        return (_former[id][agent].hasLeft, _former[id][agent].bond);
    }

    function _expectedStep(address actor, bytes4 selector, bytes32 first)
        internal
        view
        override
        returns (uint256)
    {
        bytes32 id = selector == this.post.selector ? idOf(actor, first) : first;
        return _records[id].life.step();
    }

    function _ended(bytes32 id, Terms calldata terms)
        private
        view
        returns (Life life, Purse memory purse)
    {
        life = _loadBound(id, terms);
        if (life.row() == Row.None) revert WrongPhase(id, life.phase());
        purse = _records[id].purse;
    }

    function _divide(Life life, Purse memory purse, Terms calldata terms)
        private
        pure
        returns (Shares memory)
    {
        return Settlement.divide(
            Pot({
                bounty: terms.bounty,
                courtFees: terms.feesOf(3),
                bond: purse.bond,
                courtCost: terms.feesOf(life.rulings()),
                platformFeeBps: terms.platformFeeBps,
                filer: life.filer(),
                restitution: terms.restitution
            }),
            life.row()
        );
    }

    function _beneficiary(Life life, Terms calldata terms, Role role)
        private
        pure
        returns (address)
    {
        if (role == Role.Principal) return terms.principal;
        if (role == Role.Agent) return life.agent();
        if (role == Role.Platform) return terms.platform;
        return role == Role.Oracle ? terms.oracle : terms.charity;
    }

    function _shareOf(Shares memory shares, Role role) private pure returns (uint256) {
        if (role == Role.Principal) return shares.principal;
        if (role == Role.Agent) return shares.agent;
        if (role == Role.Platform) return shares.platform;
        return role == Role.Oracle ? shares.oracle : shares.charity;
    }

    function _needDestination(bytes32 id, address beneficiary, address to) private view {
        bool isOwner = _actor() == beneficiary;
        if (to == address(0) || (to != beneficiary && !isOwner)) {
            revert NotYoursToRedirect(id, beneficiary, to);
        }
    }
}
