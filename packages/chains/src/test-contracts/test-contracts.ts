import { parseAbi } from 'viem';
import bytecode from './bytecode.json' with { type: 'json' };
import hostile from './hostile-bytecode.json' with { type: 'json' };

/*
 * Contracts of the demo's chain and of tests. `contracts.sol` and `hostile-tokens.sol` are their source; the files of bytecode are what solc 0.8.30 makes of it (optimizer on, 200 runs,
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

/** Passes its caller's tokens on to several recipients: see `dispersalAbi`. */
export const testDisperse = { abi: parseAbi(['constructor()']), bytecode: bytecodeOf(bytecode.TestDisperse) } as const;

/** Calls itself USDT, says that it moves tokens and moves none. */
export const fakeToken = {
  abi: parseAbi([
    'constructor()',
    'function transfer(address to, uint256 value) returns (bool)',
    'function pretend(address from, address to, uint256 value)',
  ]),
  bytecode: bytecodeOf(bytecode.FakeToken),
} as const;

/** Tokens that an exchange must not list, or only with care. Each has a supply of its deployer's and six decimals, unless it lies about them. */
export const hostileTokens = {
  abi: parseAbi(['function addBlackList(address who)', 'function pause()']),
  /** Keeps a hundredth of each transfer. */
  fee: bytecodeOf(hostile.FeeToken),
  /** Balances are shares, or grow by themselves. */
  share: bytecodeOf(hostile.ShareToken),
  growing: bytecodeOf(hostile.GrowingToken),
  /** Can refuse one address, or all. */
  blocking: bytecodeOf(hostile.BlockingToken),
  /** Answers 18 decimals from the hundredth block on. */
  wavering: bytecodeOf(hostile.WaveringToken),
  /** 77 decimals. */
  vast: bytecodeOf(hostile.VastToken),
  proxy: {
    abi: parseAbi(['constructor(address implementation, address owner, uint256 supply)']),
    bytecode: bytecodeOf(hostile.ProxyToken),
  },
} as const;

function bytecodeOf(text: string): `0x${string}` {
  return `0x${text.slice(2)}`;
}
