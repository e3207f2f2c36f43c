import { parseAbi } from 'viem';
import bytecode from './bytecode.json' with { type: 'json' };

/*
 * Contracts of the demo's chain and of tests. `contracts.sol` is their source; `bytecode.json` is what solc 0.8.30 makes of it (optimizer on, 200 runs,
 * no metadata hash).
 */

/** An ERC-20 token; its deployer has the whole supply. */
export const testToken = {
  abi: parseAbi([
    'constructor(string name, string symbol, uint8 decimals, uint256 supply)',
    'function transfer(address to, uint256 value) returns (bool)',
    'function balanceOf(address owner) view returns (uint256)',
    'function approve(address spender, uint256 value) returns (bool)',
    'function transferFrom(address from, address to, uint256 value) returns (bool)',
  ]),
  bytecode: bytecodeOf(bytecode.TestToken),
} as const;

/** Pays several addresses in one transaction, or makes a payment that fails: the inner call reverts, the transaction doesn't. */
export const testPayer = {
  abi: parseAbi([
    'constructor()',
    'function payAll(address token, address[] to, uint256[] values)',
    'function payInVain(address token, address to, uint256 value)',
  ]),
  bytecode: bytecodeOf(bytecode.TestPayer),
} as const;

/** Calls itself USDT, says that it moves tokens and moves none. */
export const fakeToken = {
  abi: parseAbi([
    'constructor()',
    'function transfer(address to, uint256 value) returns (bool)',
    'function pretend(address from, address to, uint256 value)',
  ]),
  bytecode: bytecodeOf(bytecode.FakeToken),
} as const;

function bytecodeOf(text: string): `0x${string}` {
  return `0x${text.slice(2)}`;
}
