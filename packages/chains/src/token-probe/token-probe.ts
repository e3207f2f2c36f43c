import { encodePacked, keccak256, numberToHex, pad, parseAbi, type Address, type Hex } from 'viem';
import bytecode from './bytecode.json' with { type: 'json' };

/**
 * Tries a token's transfer inside one question to a node, at a holder's address (`eth_call` with a state override); nothing is deployed or kept. `token-probe.sol` is
 * its source, `bytecode.json` what solc 0.8.30 makes of it for running (optimizer on, 200 runs, no metadata hash).
 */
export const tokenProbe = {
  abi: parseAbi([
    'function run(address token, address to, uint256 amount) returns (bool ok, uint256 says, uint256 sent, uint256 received, uint256 taken)',
  ]),
  code: `0x${bytecode.TokenProbe.slice(2)}`,
} as const;

const triedSlots = 60;
/** Where OpenZeppelin's upgradeable tokens begin to store (ERC-7201). */
const openZeppelin = 0x52c63247e1f47db19d5ce0460030c497f067ca4cebf71ba98eeadabe20bace00n;
/** Marks the balances of Solady's tokens. */
const soladySeed = 0x87a211a2;

const word = (slot: bigint): Hex => numberToHex(slot, { size: 32 });

/** The places in a token's storage where compilers and known libraries keep an owner's balance. */
export function balanceSlots(owner: Address): Hex[] {
  const key = pad(owner);
  const places = [...Array.from({ length: triedSlots }, (_, slot) => BigInt(slot)), openZeppelin];
  return [
    ...places.map((slot) => keccak256(`${key}${word(slot).slice(2)}`)),
    // Vyper hashes in the other order.
    ...places.map((slot) => keccak256(`${word(slot)}${key.slice(2)}`)),
    keccak256(encodePacked(['address', 'uint64', 'uint32'], [owner, 0n, soladySeed])),
  ];
}
