import type { Address, Hex } from 'viem';
import type { SeededRandom } from './family.ts';

/** A call, before fees and nonce. */
export interface PlannedCall {
  readonly to: Address;
  readonly value: bigint;
  readonly data: Hex;
}

export interface Pay {
  readonly to: Address;
  readonly amount: bigint;
}

export const [stranger, evil] = [
  '0x5757575757575757575757575757575757575757',
  '0xe111e111e111e111e111e111e111e111e111e111',
] as const;

const word = (value: bigint | Hex): string => BigInt(value).toString(16).padStart(64, '0');
/** An address with bits above it, which many contracts ignore. */
const soiled = (address: Address): string => word(`0x01${address.slice(2)}`);

/** A transfer call, or a call that only resembles one. */
export function transferCall(chance: SeededRandom, token: Address, { to, amount }: Pay): PlannedCall {
  const call = `${word(to)}${word(amount)}` as const;
  const data = chance.mostly<Hex>(85, `0xa9059cbb${call}`, [
    `0x095ea7b3${call}`,
    `0x39509351${call}`,
    `0x23b872dd${word(stranger)}${call}`,
    `0xa9059cbb${call}00`,
    `0xa9059cbb${call}${word(stranger)}`,
    `0xa9059cbb${soiled(stranger)}${word(amount)}`,
    '0xd0e30db0',
  ]);
  return { to: token, value: chance.mostly(92, 0n, [1n]), data };
}

/** What lets a contract take a token, or a call that only resembles it. */
export function approveCall(chance: SeededRandom, token: Address, { to: spender, amount }: Pay): PlannedCall {
  const call = `${word(spender)}${word(amount)}` as const;
  const data = chance.mostly<Hex>(85, `0x095ea7b3${call}`, [
    `0x39509351${call}`,
    `0xa9059cbb${call}`,
    `0xa22cb465${call}`,
    `0x095ea7b3${call}00`,
    `0x095ea7b3${call}${word(stranger)}`,
    `0x095ea7b3${soiled(spender)}${word(amount)}`,
    `0x095ea7b3${word(spender)}`,
  ]);
  return { to: token, value: chance.mostly(92, 0n, [1n]), data };
}

export interface Batch {
  readonly contract: Address;
  readonly token: Address;
  readonly pays: readonly Pay[];
}

/** Changes what a batch pays, so that it pays other than its orders say. */
export function alteredBatch(
  chance: SeededRandom,
  { contract, token, pays }: Batch,
  others: { readonly contracts: readonly [Address, ...Address[]]; readonly tokens: readonly [Address, ...Address[]] },
): Batch {
  const place = chance.below(pays.length);
  const changed = (change: (one: Pay) => Pay): Pay[] => pays.map((one, index) => (index === place ? change(one) : one));
  const [first, ...rest] = pays;
  const batches: readonly [Batch, ...Batch[]] = [
    // A payment that no order has, before the others, after them, and in the place of one.
    { contract, token, pays: [{ to: evil, amount: 1n }, ...pays] },
    { contract, token, pays: [...pays, { to: evil, amount: 1n }] },
    { contract, token, pays: changed(({ amount }) => ({ to: evil, amount })) },
    { contract, token, pays: changed(({ to, amount }) => ({ to, amount: amount + 1n })) },
    { contract, token, pays: changed(({ to, amount }) => ({ to, amount: amount > 0n ? amount - 1n : 2n })) },
    { contract, token, pays: changed(({ to }) => ({ to, amount: 2n ** 256n - 1n })) },
    { contract, token, pays: rest },
    { contract, token, pays: pays.slice(0, -1) },
    { contract, token, pays: first ? [...rest, first] : pays },
    { contract, token, pays: first ? pays.map(() => first) : pays },
    { contract, token: chance.pick(others.tokens), pays },
    { contract: chance.pick(others.contracts), token, pays },
  ];
  return chance.pick(batches);
}

/** The call that pays a batch, or bytes that only resemble it or that other contracts would read as the same. */
export function batchCall(chance: SeededRandom, isFair: boolean, { contract, token, pays }: Batch): PlannedCall {
  const list = (words: readonly string[]): string => `${word(BigInt(words.length))}${words.join('')}`;
  const recipients = pays.map(({ to }) => word(to));
  const amounts = pays.map(({ amount }) => word(amount));
  const size = BigInt(32 * (pays.length + 1));
  const body = (to: readonly string[], values: readonly string[]): string =>
    `${word(token)}${word(0x60n)}${word(0x60n + BigInt(32 * (to.length + 1)))}${list(to)}${list(values)}`;
  const fair = `0x51ba162c${body(recipients, amounts)}` as const;
  const evils = recipients.map((one, index) => (index === 0 ? word(evil) : one));
  // Value beside a call that is right otherwise.
  const isPaying = !isFair && chance.is(20);
  const data =
    isFair || isPaying
      ? fair
      : chance.pick<Hex>([
          // `disperseToken` and `disperseEther`.
          `0xc73a2d60${body(recipients, amounts)}`,
          `0xe63d38ed${word(0x40n)}${word(0x40n + size)}${list(recipients)}${list(amounts)}`,
          `${fair}00`,
          `${fair}${word(evil)}`,
          fair.slice(0, -2) as Hex,
          // Lengths that disagree.
          `0x51ba162c${body([...recipients, word(evil)], amounts)}`,
          `0x51ba162c${body(recipients, [...amounts, word(1n)])}`,
          `0x51ba162c${body(recipients, amounts.slice(1))}`,
          `0x51ba162c${body([], [])}`,
          // The lists in another order, one list for both, and lists that no word points to.
          `0x51ba162c${word(token)}${word(0x60n + size)}${word(0x60n)}${list(amounts)}${list(recipients)}`,
          `0x51ba162c${word(token)}${word(0x60n)}${word(0x60n)}${list(amounts)}`,
          `0x51ba162c${word(token)}${word(0x60n + 2n * size)}${word(0x60n + size)}${list(recipients)}${list(amounts)}${list(evils)}`,
          `0x51ba162c${word(token)}${word(2n ** 255n + 0x60n)}${word(0x60n + size)}${list(recipients)}${list(amounts)}`,
          // Bits above an address.
          `0x51ba162c${soiled(token)}${fair.slice(74)}`,
          `0x51ba162c${body([soiled(pays[0]?.to ?? evil), ...recipients.slice(1)], amounts)}`,
        ]);
  return { to: contract, value: isPaying ? 1n : 0n, data };
}
