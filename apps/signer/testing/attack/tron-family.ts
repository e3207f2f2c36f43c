import { hotKey, type KeyRef, tronAddress, TronPublicKeys } from '@fft/chains';
import { authorizedOrder } from '../test-authorization.ts';
import { tronTransaction, type TronParts } from '../test-tron-transaction.ts';
import type { SeededRandom, Family } from './family.ts';

const address = (byte: string): string => tronAddress(byte.repeat(20));
export const tron = {
  usdt: address('01'),
  cold: address('02'),
  token: { one: 100n, day: 700n },
  feeMax: 1_000_000n,
  feeDay: 90_000_000n,
  feeAddressDay: 20_000_000n,
  gasMax: 1_000n,
  gasDay: 8_000n,
  gasAddressDay: 3_000n,
} as const;
const [stranger, evil] = [address('57'), address('e1')];
/** Maximum burn besides the fee limit. */
const besideFeeLimit = 2_000_000n;

/** Decodes a message's fields by number, independently of the signer's code. */
function fieldsOf(bytes: Buffer): Map<number, bigint | Buffer> {
  const fields = new Map<number, bigint | Buffer>();
  let at = 0;
  const number = (): bigint => {
    let [value, shift] = [0n, 0n];
    for (;;) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 127) << shift;
      if (byte < 128) return value;
      shift += 7n;
    }
  };
  while (at < bytes.length) {
    const tag = Number(number());
    const value = number();
    if (tag % 8 === 0) {
      fields.set(tag >> 3, value);
    } else {
      fields.set(tag >> 3, bytes.subarray(at, at + Number(value)));
      at += Number(value);
    }
  }
  return fields;
}

function bytesIn(fields: Map<number, bigint | Buffer>, field: number): Buffer {
  const value = fields.get(field);
  if (!Buffer.isBuffer(value)) throw new Error(`field ${field} has no bytes`);
  return value;
}

const numberIn = (fields: Map<number, bigint | Buffer>, field: number): bigint => {
  const value = fields.get(field) ?? 0n;
  return typeof value === 'bigint' ? value : 0n;
};

export function tronFamily(xpub: string): Family {
  const keys = new TronPublicKeys(xpub);
  const deposits = Array.from({ length: 6 }, (_, index) => keys.addressOf({ branch: 0, index }));
  const hot = keys.addressOf(hotKey);
  const ours = new Set([hot, tron.cold, ...deposits]);

  function ask(chance: SeededRandom): Record<string, unknown> {
    const index = chance.below(6);
    const purpose = chance.pick(['withdrawal', 'withdrawal', 'gas', 'gas', 'sweep', 'cold', 'rotation'] as const);
    const isFair = chance.is(75);
    const deposit = deposits[index] ?? hot;
    const fairTo = { withdrawal: stranger, gas: deposit, sweep: hot, cold: tron.cold, rotation: hot }[purpose];
    const fairKey: KeyRef = purpose === 'sweep' ? { branch: 0, index } : hotKey;
    const fair = isFair ? 100 : 0;
    const key = chance.mostly<KeyRef>(fair, fairKey, [hotKey, { branch: 0, index }]);
    const to = chance.mostly(fair, fairTo, [stranger, hot, tron.cold, deposit, tron.usdt]);
    const others = [tron.usdt, tron.usdt, tron.usdt, null, evil] as const;
    const token = chance.mostly<string | null>(purpose === 'gas' ? fair : 0, null, others);
    const most = purpose === 'gas' ? tron.gasMax : tron.token.one;
    const amount = chance.pick([most, most, most / 2n, most + 1n, most * 1_000n]);
    const reference = 1 + chance.below(400);
    const owner = chance.mostly(97, keys.addressOf(key), [stranger]);
    const feeLimit = chance.mostly(95, BigInt(1 + chance.below(Number(tron.feeMax))), [tron.feeMax * 2n]);
    // A memo costs additional TRX.
    const beside = chance.mostly<NonNullable<TronParts['beside']>>(97, [], [[[10, Buffer.from('a note')]]]);
    const lifeMs = chance.mostly(95, 300_000, [-1, 3_600_000]);
    const block = chance.below(250);
    const options = { owner, token, to, amount, feeLimit, lifeMs, block, beside, now: Date.now() };
    const decided = { chain: 'TRX', coin: 'USDT', decimals: 6, address: to, amount };
    const proof = purpose === 'withdrawal' && chance.is(95) ? { withdrawal: authorizedOrder(reference, decided) } : {};
    const named = chance.mostly<number | undefined>(85, index, [undefined, chance.below(6)]);
    const transaction = tronTransaction(options);
    return { chain: 'TRX', key, purpose, reference, transaction, ...proof, deposit: named };
  }

  return {
    chain: 'TRX',
    ask,
    units: { [`a9059cbb of ${tron.usdt}`]: { coin: 'USDT', decimals: 6 } },
    read: (raw) => {
      const data = bytesIn(fieldsOf(Buffer.from(raw, 'hex')), 1);
      const all = fieldsOf(data);
      const contract = fieldsOf(bytesIn(all, 11));
      const inner = fieldsOf(bytesIn(fieldsOf(bytesIn(contract, 2)), 2));
      const from = tronAddress(bytesIn(inner, 1).toString('hex').slice(2));
      const isCall = numberIn(contract, 1) === 31n;
      const call = isCall ? bytesIn(inner, 4).toString('hex') : '';
      const to = tronAddress(isCall ? call.slice(32, 72) : bytesIn(inner, 2).toString('hex').slice(2));
      const amount = isCall ? BigInt(`0x${call.slice(72, 136)}`) : numberIn(inner, 3);
      const contractAddress = isCall ? tronAddress(bytesIn(inner, 2).toString('hex').slice(2)) : null;
      const coin = isCall ? `${call.slice(0, 8)} of ${contractAddress}` : 'native';
      const isOurs = ours.has(to) && (contractAddress === null || contractAddress === tron.usdt);
      return {
        slot: data.toString('hex'),
        away: isOurs ? [] : [{ coin, to, amount }],
        gas: !isCall && deposits.includes(to) ? { to, amount } : null,
        fee: numberIn(all, 18) + besideFeeLimit,
        payers: deposits.includes(from) ? [from] : [],
      };
    },
  };
}
