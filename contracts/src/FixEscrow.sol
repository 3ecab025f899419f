// SPDX-License-Identifier: MIT
pragma solidity ^0.8.28;

import {Court} from "./Court.sol";
import {Purse} from "./EscrowStore.sol";
import {Role} from "./EscrowEvents.sol";
import {Life, LifeFacts} from "./Life.sol";
import {Pot, Row, Settlement, Shares} from "./Settlement.sol";
import {Terms, TermsCheck} from "./Terms.sol";

/// @title FixEscrow
/// @notice Holds bounty, bond and court fees of contracts between strangers, and divides them as
///         the kernel's court-fees schedule does. It has no owner, no switch and no upgrade.
/// @dev Shares are never sent by whoever ends a contract. Each waits until it is claimed, so that a
///      receiver who cannot take its own keeps nobody else from theirs.
contract FixEscrow is Court {
    using TermsCheck for Terms;

    /// @notice Pays one share of an ended contract. Anybody may cause it.
    /// @param role Whose share.
    /// @param to Where it goes; only the share's owner can name anybody else than itself.
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

    /// @notice Pays back the bond of an agent who left before accepting. Anybody may cause it.
    /// @param agent Whose bond.
    /// @param to Where it goes; only the agent can name anybody else than itself.
    function reclaimBond(bytes32 id, Terms calldata terms, address agent, address to) external {
        _loadBound(id, terms);
        uint256 amount = _former[id][agent].bond;
        if (amount == 0) revert NothingToClaim(id, agent);
        _needDestination(id, agent, to);
        _former[id][agent].bond = 0;
        emit BondReclaimed(id, agent, to, amount);
        _send(terms.token, to, amount);
    }

    /// @notice Where a contract stands at this second, with what silence has done to it so far.
    function lifeOf(bytes32 id, Terms calldata terms)
        external
        view
        returns (LifeFacts memory life, Purse memory purse)
    {
        life = _heard(_reviewed(_loadBound(id, terms), terms)).facts();
        purse = _records[id].purse;
    }

    /// @notice What is stored of a contract. Zero where there is none.
    function recordOf(bytes32 id)
        external
        view
        returns (bytes32 termsHash, LifeFacts memory life, Purse memory purse)
    {
        termsHash = _records[id].termsHash;
        life = _records[id].life.facts();
        purse = _records[id].purse;
    }

    /// @notice How an ended contract divides what it held, claimed or not.
    function sharesOf(bytes32 id, Terms calldata terms) external view returns (Shares memory) {
        (Life life, Purse memory purse) = _ended(id, terms);
        return _divide(life, purse, terms);
    }

    /// @notice Whether an agent has left this contract, and what of its bond is still here.
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
