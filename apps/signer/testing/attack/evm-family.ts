import { hotKey, type KeyRef, maxBatchSize, PublicKeys, undecided } from '@fft/chains';
import { serializeTransaction, type Address, type Hex } from 'viem';
import type { AuthorizedOrder } from '../../src/authorization.ts';
import { authorizedOrder } from '../test-authorization.ts';
import { alteredBatch, approveCall, batchCall, evil, type PlannedCall, stranger, transferCall } from './evm-calls.ts';
import { evmEffectOf, type EvmWorld } from './evm-effect.ts';
import type { SeededRandom, Family } from './family.ts';

export const evm = {
  usdt: '0x000000000000000000000000000000000000700c',
  usdc: '0x000000000000000000000000000000000000700d',
  cold: '0x000000000000000000000000000000000000c01d',
  native: { one: 10n, day: 60n },
  token: { one: 100n, day: 6_000n },
  feeMax: 1_000_000n,
  feeDay: 7_000_000n,
  feeAddressDay: 2_500_000n,
  gasMax: 1_000n,
  gasDay: 9_000n,
  gasAddressDay: 2_500n,
} as const;

interface AttackedNetwork {
  readonly chain: 'ETH' | 'BSC';
  readonly chainId: number;
  readonly own: string;
  readonly decimals: number;
  /** The contract that pays batches here; evil on the other network. */
  readonly disperse: Address;
}

/** Networks with the same limits, keys, tokens and references: what one has signed must count for no other. */
export const attackedNetworks = [
  { chain: 'ETH', chainId: 31_337, own: 'ETH', decimals: 6, disperse: '0x000000000000000000000000000000000000d15b' },
  { chain: 'BSC', chainId: 56, own: 'BNB', decimals: 18, disperse: '0x000000000000000000000000000000000000d15c' },
] as const satisfies readonly AttackedNetwork[];

const tokens = [
  { coin: 'USDT', contract: evm.usdt },
  { coin: 'USDC', contract: evm.usdc },
] as const;

interface Attacked {
  readonly network: AttackedNetwork;
  readonly hot: Address;
  readonly deposits: readonly [Address, ...Address[]];
}

type Purpose = 'withdrawal' | 'gas' | 'sweep' | 'cold' | 'rotation' | 'allowance';

/** What a request asks, before nonce, fees and chain id. */
interface Plan {
  readonly purpose: Purpose;
  readonly key: KeyRef;
  readonly reference: number;
  readonly call: PlannedCall;
  /** Its proofs. */
  readonly claims: Record<string, unknown>;
}

const purposes = ['withdrawal', 'withdrawal', 'gas', 'gas', 'sweep', 'cold', 'rotation'] as const;
const maxAmountOf = (purpose: Purpose, token: Address | null): bigint =>
  purpose === 'gas' ? evm.gasMax : token === null ? evm.native.one : evm.token.one;
const newReference = (chance: SeededRandom): number => 1 + chance.below(1_000);

interface Owed {
  readonly reference: number;
  readonly to: Address;
  readonly amount: bigint;
}

/** An order with a MAC: usually what was decided. */
function orderOf(
  chance: SeededRandom,
  { reference, to, amount }: Owed,
  {
    token,
    network,
    percent,
  }: { readonly token: Address | null; readonly network: AttackedNetwork; readonly percent: number },
): AuthorizedOrder | undefined {
  const name = tokens.find(({ contract }) => contract === token)?.coin ?? 'USDT';
  const coin = token === null ? { coin: network.own, decimals: 18 } : { coin: name, decimals: network.decimals };
  const right = { ...coin, chain: network.chain, address: to, amount };
  if (chance.is(percent)) return authorizedOrder(reference, right);
  const other = coin.coin === 'USDT' ? 'USDC' : 'USDT';
  const [chain, decision] = [network.chain === 'ETH' ? 'BSC' : 'ETH', undecided];
  return chance.pick<() => AuthorizedOrder | undefined>([
    () => authorizedOrder(reference + 1, right),
    () => authorizedOrder(reference, { ...right, chain }),
    () => authorizedOrder(reference, { ...right, coin: other }),
    () => authorizedOrder(reference, { ...right, address: evil }),
    () => authorizedOrder(reference, { ...right, amount: amount + 1n }),
    () => authorizedOrder(reference, { ...right, decision }),
    () => undefined,
  ])();
}

/** One payment, usually a valid one. */
function paymentPlan(chance: SeededRandom, index: number, { hot, deposits, network }: Attacked): Plan {
  const purpose = chance.pick(purposes);
  const deposit = deposits[index] ?? hot;
  const fairTo = { withdrawal: stranger, gas: deposit, sweep: hot, cold: evm.cold, rotation: hot };
  const fairKey: KeyRef = purpose === 'sweep' ? { branch: 0, index } : hotKey;
  const isFair = chance.is(70);
  const key = chance.mostly<KeyRef>(isFair ? 100 : 0, fairKey, [hotKey, { branch: 0, index }, { branch: 1, index: 1 }]);
  const to = chance.mostly(isFair ? 100 : 0, fairTo[purpose], [stranger, hot, evm.cold, evm.usdt, deposit]);
  const others = [null, evm.usdt, evm.usdt, evm.usdc, evil] as const;
  const token = chance.mostly<Address | null>(isFair && purpose === 'gas' ? 100 : 0, null, others);
  const most = maxAmountOf(purpose, token);
  const amount = chance.pick([most, most, most / 2n, most + 1n, 1n, most * 1_000n]);
  const reference = newReference(chance);
  const call =
    token === null ? ({ to, value: amount, data: '0x' } as const) : transferCall(chance, token, { to, amount });
  const isProven = purpose === 'withdrawal' && chance.is(95);
  const order = orderOf(chance, { reference, to, amount }, { token, network, percent: 92 });
  return { purpose, key, reference, call, claims: isProven ? { withdrawal: order } : {} };
}

/** Withdrawals that are paid together: usually few, sometimes as many as may be, or more. */
function owedOf(chance: SeededRandom, isFair: boolean, { hot, deposits }: Attacked): readonly [Owed, ...Owed[]] {
  const count = chance.mostly(94, chance.below(5), [0, maxBatchSize - 1, maxBatchSize]);
  const { one } = evm.token;
  // Each within its limit, all of a long batch sometimes above that of a day.
  const amounts = count < 5 ? ([one, one / 2n, 1n] as const) : chance.pick([[1n], [1n], [one]] as const);
  const owe = (): Owed => ({
    // One of many that share a reference with another is refused: a long batch has others.
    reference: newReference(chance) + (count < 5 ? 0 : 1_000 * (1 + chance.below(1_000))),
    to: chance.mostly(isFair ? 100 : 90, stranger, [hot, evm.cold, deposits[0], evm.usdt]),
    amount: chance.mostly<bigint>(isFair ? 100 : 95, chance.pick(amounts), [one + 1n]),
  });
  const all = [owe(), ...Array.from({ length: count }, owe)] as [Owed, ...Owed[]];
  // The same withdrawal twice.
  return isFair || chance.is(80) ? all : [...all, all[0]];
}

/** A batch that is valid, or wrong in what it pays, in its bytes, or in the orders and the rest of the request. */
function batchPlan(chance: SeededRandom, index: number, attacked: Attacked): Plan {
  const { network, deposits } = attacked;
  const kind = chance.mostly(45, 'fair', ['altered', 'malformed', 'malformed', 'orders', 'orders'] as const);
  const isFair = kind !== 'orders';
  const token = chance.pick([evm.usdt, evm.usdc]);
  const owed = owedOf(chance, isFair, attacked);
  const ordered = { contract: network.disperse, token, pays: owed };
  const contracts = [evil, ...attackedNetworks.map(({ disperse }) => disperse), evm.usdt] as const;
  const paid =
    kind === 'altered'
      ? alteredBatch(chance, ordered, { contracts, tokens: [evil, evm.usdt, evm.usdc, deposits[0]] })
      : ordered;
  const call = batchCall(chance, kind !== 'malformed', paid);
  const terms = { token, network, percent: isFair ? 100 : 90 };
  const [first, ...others] = owed.map((one) => ({
    reference: one.reference,
    withdrawal: orderOf(chance, one, terms),
  }));
  const further = chance.mostly<unknown>(isFair ? 100 : 92, others, [undefined, others.slice(1)]);
  const isProven = isFair || chance.is(97);
  return {
    purpose: chance.mostly<Purpose>(isFair ? 100 : 93, 'withdrawal', ['sweep', 'gas', 'cold', 'rotation', 'allowance']),
    key: chance.mostly<KeyRef>(isFair ? 100 : 95, hotKey, [{ branch: 0, index }]),
    reference: owed[0].reference,
    call,
    claims: { ...(isProven && { withdrawal: first?.withdrawal }), further },
  };
}

/** What the contract for batches may take: usually valid. */
function allowancePlan(chance: SeededRandom, index: number, { hot, deposits, network }: Attacked): Plan {
  const percent = chance.is(50) ? 100 : 70;
  const { day } = evm.token;
  const spenders = [evil, stranger, hot, deposits[0], ...attackedNetworks.map(({ disperse }) => disperse)] as const;
  const to = chance.mostly<Address>(percent, network.disperse, spenders);
  const amount = chance.mostly(percent, chance.pick([day, day / 2n, 0n]), [day + 1n, day * 1_000n, 2n ** 256n - 1n]);
  const token = chance.mostly<Address>(percent, chance.pick([evm.usdt, evm.usdc]), [evil, network.disperse]);
  const reference = newReference(chance);
  const withdrawal = orderOf(chance, { reference, to, amount }, { token, network, percent: 100 });
  return {
    purpose: chance.mostly<Purpose>(percent, 'allowance', ['withdrawal', 'sweep', 'gas', 'cold', 'rotation']),
    key: chance.mostly<KeyRef>(percent, hotKey, [{ branch: 0, index }]),
    reference,
    call: approveCall(chance, token, { to, amount }),
    claims: { withdrawal, ...(!chance.is(percent) && { further: [{ reference: reference + 1, withdrawal }] }) },
  };
}

function bytesOf(chance: SeededRandom, { call, reference }: Plan, network: AttackedNetwork): Hex {
  const gas = BigInt(1 + chance.below(chance.mostly(80, 5_000, [100_000])));
  const maxFeePerGas = chance.mostly(95, BigInt(1 + chance.below(10)), [100n]);
  const fees = { gas, maxFeePerGas, maxPriorityFeePerGas: 1n };
  const chainId = chance.mostly<number>(95, network.chainId, [1, ...attackedNetworks.map(({ chainId: one }) => one)]);
  const base = { chainId, nonce: chance.mostly(60, reference, [chance.below(50)]) };
  const accessList = [{ address: evil, storageKeys: [] }];
  return chance.mostly<Hex>(94, serializeTransaction({ type: 'eip1559', ...base, ...fees, ...call }), [
    serializeTransaction({ type: 'legacy', ...base, gas, gasPrice: 1n, ...call }),
    serializeTransaction({ type: 'eip1559', ...base, ...fees, ...call, accessList }),
    '0x02c0',
  ]);
}

export function evmFamily(xpub: string, network: AttackedNetwork): Family {
  const keys = new PublicKeys(xpub);
  const depositOf = (index: number): Address => keys.addressOf({ branch: 0, index });
  const deposits = [depositOf(0), ...Array.from({ length: 5 }, (_, index) => depositOf(index + 1))] as const;
  const attacked = { network, hot: keys.addressOf(hotKey), deposits };
  const world: EvmWorld = {
    chainId: network.chainId,
    hot: attacked.hot.toLowerCase(),
    deposits: new Set(deposits.map((address) => address.toLowerCase())),
    cold: evm.cold,
    disperse: network.disperse,
    native: evm.native,
    gasMax: evm.gasMax,
    feeMax: evm.feeMax,
    tokens: new Map(tokens.map(({ coin, contract }) => [contract, { coin, ...evm.token }])),
  };
  return {
    chain: network.chain,
    units: {
      native: { coin: network.own, decimals: 18 },
      ...Object.fromEntries(tokens.map(({ coin }) => [coin, { coin, decimals: network.decimals }])),
    },
    ask: (chance) => {
      const index = chance.below(6);
      const planOf = chance.pick([paymentPlan, paymentPlan, paymentPlan, batchPlan, batchPlan, allowancePlan]);
      const plan = planOf(chance, index, attacked);
      const { purpose, key, reference, claims } = plan;
      const deposit = chance.mostly<number | undefined>(85, index, [undefined, chance.below(6)]);
      const transaction = bytesOf(chance, plan, network);
      return { chain: network.chain, key, purpose, reference, transaction, ...claims, deposit };
    },
    read: (raw) => evmEffectOf(raw, world),
  };
}
