import {
  addressOfScript,
  hotKey,
  type KeyRef,
  unsignedOf,
  type UtxoCoin,
  utxoNetworks,
  UtxoPublicKeys,
} from '@fft/chains';
import { authorizedOrder } from '../test-authorization.ts';
import type { SeededRandom, Family } from './family.ts';

export const utxo = {
  one: 1_000_000n,
  day: 7_000_000n,
  feeMax: 50_000n,
  feeDay: 600_000n,
  feeAddressDay: 130_000n,
} as const;
const network = utxoNetworks['litecoin-regtest'];
const worth = 3_000_000n;
/** Each test coin has a number, which determines its key. */
const keyOfCoin = (number: number): KeyRef => (number % 4 === 0 ? hotKey : { branch: 0, index: number % 6 });
const coinOf = (number: number): UtxoCoin => ({
  txid: number.toString(16).padStart(64, '0'),
  vout: 0,
  amount: worth,
  key: keyOfCoin(number),
});

interface Parsed {
  readonly coins: readonly number[];
  readonly outputs: readonly { readonly script: string; readonly amount: bigint }[];
}

/** Decodes inputs and outputs of a signed SegWit transaction, independently of the signer's code. */
function parse(raw: string): Parsed {
  const bytes = Buffer.from(raw, 'hex');
  let at = 6;
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  const count = (): number => {
    const first = take(1).readUInt8();
    return first < 0xfd ? first : take(2).readUInt16LE();
  };
  const coins = Array.from({ length: count() }, () => {
    const number = Number(`0x${Buffer.from(take(32).toReversed()).toString('hex')}`);
    take(4);
    take(count());
    take(4);
    return number;
  });
  const outputs = Array.from({ length: count() }, () => {
    const amount = take(8).readBigUInt64LE();
    return { amount, script: take(count()).toString('hex') };
  });
  return { coins, outputs };
}

type Other = { readonly reference: number; readonly amount: bigint };

/** Further payments of a batch; other batches and single payments have their references too. */
function someOthers(chance: SeededRandom): Other[] {
  return Array.from({ length: Math.max(0, chance.below(12) - 8) }, () => ({
    reference: 1 + chance.below(200),
    amount: chance.pick([utxo.one / 2n, utxo.one / 4n]),
  }));
}

/** Their orders, of which some are another's. */
function ordersOf(
  others: readonly Other[],
  {
    chance,
    reference,
    decided,
  }: {
    readonly chance: SeededRandom;
    readonly reference: number;
    readonly decided: Omit<Parameters<typeof authorizedOrder>[1], 'amount'>;
  },
): unknown[] {
  return others.map((one) => ({
    reference: one.reference,
    withdrawal: authorizedOrder(chance.is(97) ? one.reference : reference, { ...decided, amount: one.amount }),
  }));
}

export function utxoFamily(
  xpub: string,
  { stranger, cold }: { readonly stranger: string; readonly cold: string },
): Family {
  const keys = new UtxoPublicKeys(xpub, network);
  const deposits = Array.from({ length: 6 }, (_, index) => keys.addressOf({ branch: 0, index }));
  const hot = keys.addressOf(hotKey);
  const ours = new Set([hot, cold, ...deposits]);
  const anchors = new Set<number>();
  const fairRecipients = { withdrawal: stranger, allowance: stranger, cold, sweep: hot, rotation: hot, gas: hot };

  function ask(chance: SeededRandom): Record<string, unknown> {
    const purpose = chance.pick(['withdrawal', 'withdrawal', 'sweep', 'cold', 'rotation', 'gas', 'allowance'] as const);
    const reference = 1 + chance.below(200);
    // A replacement adds coins after the first one.
    const more = chance.is(40) ? [1_000 + chance.below(300)] : [];
    const coins = [reference, ...more].map(coinOf);
    const total = coins.reduce((sum, { amount }) => sum + amount, 0n);
    const fairTo = fairRecipients[purpose];
    const recipient = chance.is(75) ? fairTo : chance.pick([stranger, hot, cold, deposits[1] ?? hot]);
    const fee = chance.is(90) ? BigInt(1 + chance.below(Number(utxo.feeMax))) : utxo.feeMax * 3n;
    const isWhole = purpose !== 'withdrawal' && chance.is(60);
    const amount = isWhole ? total - fee : chance.pick([utxo.one, utxo.one, utxo.one / 2n, utxo.one + 1n]);
    const changeKey: KeyRef = chance.is(90) ? hotKey : { branch: 0, index: 3 };
    const others = isWhole ? [] : someOthers(chance);
    const change = others.reduce((left, one) => left - one.amount, total - amount - fee);
    const paid = others.map((one) => ({ recipient, amount: one.amount }));
    const plan = { coins, recipient, amount, further: paid, changeKey, fee };
    const transaction = unsignedOf({ ...plan, change }, keys);
    const decided = { chain: 'LTC', coin: 'LTC', address: recipient, decimals: 8 };
    const withdrawal = authorizedOrder(chance.is(95) ? reference : reference + 1, { ...decided, amount });
    const proof = purpose === 'withdrawal' && chance.is(95) ? { withdrawal } : {};
    const further = ordersOf(others, { chance, reference, decided });
    const asked = { chain: 'LTC', purpose, reference, transaction, ...proof, ...(purpose === 'gas' && { deposit: 1 }) };
    return { ...asked, ...(chance.is(97) && { further }) };
  }

  return {
    chain: 'LTC',
    ask,
    units: { native: { coin: 'LTC', decimals: 8 } },
    read: (raw) => {
      const { coins, outputs } = parse(raw);
      const anchor = coins.find((coin) => anchors.has(coin)) ?? coins[0] ?? 0;
      anchors.add(anchor);
      const all = outputs.map(({ script, amount }) => {
        return { coin: 'native', to: addressOfScript(script, network) ?? script, amount };
      });
      const paid = outputs.reduce((sum, { amount }) => sum + amount, 0n);
      const payers = coins.map(keyOfCoin).flatMap(({ branch, index }) => (branch === 0 ? [deposits[index] ?? ''] : []));
      return {
        slot: String(anchor),
        away: all.filter(({ to }) => !ours.has(to)),
        gas: null,
        fee: BigInt(coins.length) * worth - paid,
        payers,
      };
    },
  };
}
