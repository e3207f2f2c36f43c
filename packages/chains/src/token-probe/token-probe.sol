// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.30;

/// Tries a token's transfer and tells what it did. It is never deployed: a node runs it at a holder's address for one question (a state override), and keeps nothing.
contract TokenProbe {
    /// `says`: 0 without an answer, 1 for false, 2 for true.
    function run(address token, address to, uint256 amount)
        external
        returns (bool ok, uint256 says, uint256 sent, uint256 received, uint256 taken)
    {
        uint256 mine = balance(token, address(this));
        uint256 theirs = balance(token, to);
        uint256 before = gasleft();
        bytes memory answer;
        (ok, answer) = token.call(abi.encodeWithSelector(0xa9059cbb, to, amount));
        taken = before - gasleft();
        if (answer.length >= 32) says = abi.decode(answer, (uint256)) == 0 ? 1 : 2;
        uint256 left = balance(token, address(this));
        uint256 has = balance(token, to);
        sent = mine > left ? mine - left : 0;
        received = has > theirs ? has - theirs : 0;
    }

    function balance(address token, address of_) private view returns (uint256) {
        (bool ok, bytes memory answer) = token.staticcall(abi.encodeWithSelector(0x70a08231, of_));
        require(ok && answer.length >= 32, "no balance");
        return abi.decode(answer, (uint256));
    }
}
