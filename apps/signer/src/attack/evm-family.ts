import { hotKey, type KeyRef, PublicKeys } from '@fft/chains';
import {
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type Address,
  type Hex,
  type TransactionSerializedEIP1559,
} from 'viem';
import { authorizedOrder } from '../test-authorization.ts';
import type { SeededRandom, Family } from './family.ts';

export const evm = {
  usdt: '0x000000000000000000000000000000000000700c',
  cold: '0x000000000000000000000000000000000000c01d',
  native: { one: 10n, day: 60n },
  token: { one: 100n, day: 450n },
  feeMax: 1_000_000n,
  feeDay: 12_000_000n,
  feeAddressDay: 2_500_000n,
  gasMax: 1_000n,
  gasDay: 9_000n,
  gasAddressDay: 2_500n,
} as const;

interface AttackedNetwork {
  readonly chain: 'ETH' | 'BSC';
  readonly chainId: number;
  readonly own: string;
  readonly usdtDecimals: number;
}

/** Networks with the same limits, keys, contracts and references: what one has signed must count for no other. */
export const attackedNetworks = [
  { chain: 'ETH', chainId: 31_337, own: 'ETH', usdtDecimals: 6 },
  { chain: 'BSC', chainId: 56, own: 'BNB', usdtDecimals: 18 },
] as const satisfies readonly AttackedNetwork[];

const [stranger, evil] = [
  '0x5757575757575757575757575757575757575757',
  '0xe111e111e111e111e111e111e111e111e111e111',
] as const;

const word = (value: bigint | Hex): string => BigInt(value).toString(16).padStart(64, '0');

/** Returns a transfer call, or a call that only resembles one. */
function dataOf(chance: SeededRandom, to: Address, amount: bigint): Hex {
  const call = `${word(to)}${word(amount)}` as const;
  if (chance.is(85)) return `0xa9059cbb${call}`;
  return chance.pick<Hex>([
    `0x095ea7b3${call}`,
    `0x23b872dd${word(stranger)}${call}`,
    `0xa9059cbb${call}00`,
    `0xa9059cbb${call}${word(stranger)}`,
    `0xa9059cbb${word(`0x01${stranger.slice(2)}`)}${word(amount)}`,
    '0xd0e30db0',
  ]);
}

interface Addresses {
  readonly hot: Address;
  readonly deposits: readonly Address[];
}

interface Plan {
  readonly purpose: 'withdrawal' | 'gas' | 'sweep' | 'cold' | 'rotation';
  readonly key: KeyRef;
  readonly to: Address;
  readonly token: Address | null;
  readonly amount: bigint;
  readonly reference: number;
}

const purposes = ['withdrawal', 'withdrawal', 'gas', 'gas', 'sweep', 'cold', 'rotation'] as const;
const maxAmountOf = (purpose: Plan['purpose'], token: Address | null): bigint =>
  purpose === 'gas' ? evm.gasMax : token === null ? evm.native.one : evm.token.one;

/** Plans a payment, usually a valid one. */
function planOf(chance: SeededRandom, index: number, { hot, deposits }: Addresses): Plan {
  const purpose = chance.pick(purposes);
  const deposit = deposits[index] ?? hot;
  const fairTo = { withdrawal: stranger, gas: deposit, sweep: hot, cold: evm.cold, rotation: hot };
  const fairKey: KeyRef = purpose === 'sweep' ? { branch: 0, index } : hotKey;
  const isFair = chance.is(70);
  const key = chance.mostly<KeyRef>(isFair ? 100 : 0, fairKey, [hotKey, { branch: 0, index }, { branch: 1, index: 1 }]);
  const to = chance.mostly(isFair ? 100 : 0, fairTo[purpose], [stranger, hot, evm.cold, evm.usdt, deposit]);
  const others = [null, evm.usdt, evm.usdt, evm.usdt, evil] as const;
  const token = chance.mostly<Address | null>(isFair && purpose === 'gas' ? 100 : 0, null, others);
  const most = maxAmountOf(purpose, token);
  const amount = chance.pick([most, most, most / 2n, most + 1n, 1n, most * 1_000n]);
  return { purpose, key, to, token, amount, reference: 1 + chance.below(400) };
}

function bytesOf(chance: SeededRandom, { to, token, amount, reference }: Plan, network: AttackedNetwork): Hex {
  const gas = BigInt(1 + chance.below(100_000));
  const maxFeePerGas = chance.mostly(95, BigInt(1 + chance.below(10)), [100n]);
  const fees = { gas, maxFeePerGas, maxPriorityFeePerGas: 1n };
  const chainId = chance.mostly<number>(95, network.chainId, [1, ...attackedNetworks.map(({ chainId: one }) => one)]);
  const base = { chainId, nonce: chance.mostly(60, reference, [chance.below(50)]) };
  const value = chance.mostly(97, 0n, [1n]);
  const call = token === null ? { to, value: amount } : { to: token, value, data: dataOf(chance, to, amount) };
  const accessList = [{ address: evil, storageKeys: [] }];
  return chance.mostly<Hex>(96, serializeTransaction({ type: 'eip1559', ...base, ...fees, ...call }), [
    serializeTransaction({ type: 'legacy', ...base, gas, gasPrice: 1n, ...call }),
    serializeTransaction({ type: 'eip1559', ...base, ...fees, ...call, accessList }),
    '0x02c0',
  ]);
}

function proofOf(
  chance: SeededRandom,
  { purpose, to, token, amount, reference }: Plan,
  { chain: name, own, usdtDecimals }: AttackedNetwork,
): Record<string, unknown> {
  if (purpose !== 'withdrawal' || chance.is(5)) return {};
  const coin = token === null ? { coin: own, decimals: 18 } : { coin: 'USDT', decimals: usdtDecimals };
  const chain = chance.mostly<string>(95, name, ['ETH', 'BSC']);
  const decided = { chain, address: to, amount: chance.mostly(95, amount, [amount + 1n]), ...coin };
  return { withdrawal: authorizedOrder(chance.mostly(95, reference, [reference + 1]), decided) };
}

/** Decodes the payment from the transaction's bytes. */
function moveOf(
  to: string,
  value: bigint,
  data: Hex,
): { recipient: string; amount: bigint; coin: string; token: string | null } {
  if (data === '0x') return { recipient: to, amount: value, coin: 'native', token: null };
  const [recipient, amount] = [`0x${data.slice(34, 74)}`, BigInt(`0x${data.slice(74, 138)}`)];
  return { recipient, amount, coin: `${data.slice(0, 10)} of ${to}`, token: to };
}

export function evmFamily(xpub: string, network: AttackedNetwork): Family {
  const keys = new PublicKeys(xpub);
  const deposits = Array.from({ length: 6 }, (_, index) => keys.addressOf({ branch: 0, index }));
  const hot = keys.addressOf(hotKey);
  const ours = new Set([hot, evm.cold, ...deposits].map((address) => address.toLowerCase()));
  const depositAddresses = new Set(deposits.map((address) => address.toLowerCase()));
  return {
    chain: network.chain,
    ask: (chance) => {
      const index = chance.below(6);
      const plan = planOf(chance, index, { hot, deposits });
      const { purpose, key, reference } = plan;
      const deposit = chance.mostly<number | undefined>(85, index, [undefined, chance.below(6)]);
      const transaction = bytesOf(chance, plan, network);
      const proof = proofOf(chance, plan, network);
      return { chain: network.chain, key, purpose, reference, transaction, ...proof, deposit };
    },
    read: async (raw) => {
      const bytes = raw as TransactionSerializedEIP1559;
      const parsed = parseTransaction(bytes);
      if (parsed.chainId !== network.chainId) throw new Error(`signed for chain ${parsed.chainId}`);
      const from = (await recoverTransactionAddress({ serializedTransaction: bytes })).toLowerCase();
      const move = moveOf((parsed.to ?? '').toLowerCase(), parsed.value ?? 0n, parsed.data ?? '0x');
      const { recipient, amount, coin, token } = move;
      const staysOurs = ours.has(recipient) && (token === null || token === evm.usdt);
      return {
        slot: `${from} ${parsed.nonce ?? 0}`,
        away: staysOurs ? null : { coin, amount },
        gas: token === null && depositAddresses.has(recipient) ? { to: recipient, amount } : null,
        fee: (parsed.gas ?? 0n) * (parsed.maxFeePerGas ?? 0n),
        payers: depositAddresses.has(from) ? [from] : [],
      };
    },
  };
}
