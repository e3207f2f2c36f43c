import { secp256k1 } from '@noble/curves/secp256k1';
import { sha256 } from '@noble/hashes/sha2.js';
import { hex } from '@scure/base';
import { mnemonicToSeedSync } from '@scure/bip39';
import { describe, expect, test } from 'vitest';
import { hotKey } from '../keys.ts';
import { tronAddress, tronAddressOfKey, tronAddressHex } from './address.ts';
import { TronPrivateKeys, TronPublicKeys } from './keys.ts';
import { bytesField, readFields } from './protobuf.ts';
import { signDigest } from '../signature.ts';
import {
  tronDigest,
  tronMismatch,
  readSignedTron,
  readTronTransaction,
  transferArguments,
  type TronPayment,
  withTronSignature,
} from './transaction.ts';
import { tronTransfersOf } from './transfers.ts';

const usdt = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';
/** A USDT payment from Tron's main chain, with txid and signature. */
const real = {
  raw:
    '0a0285372208f373eda9e68b4dc14098a2f1d582325aae01081f12a9010a31747970652e676f6f676c65617069732e636f6d2f70726f746f636f6c2e54726967676572536d617274436f6e747261637412740a15418ca132af72e7864eee48eac163a1fb4028662091' +
    '121541a614f803b6fd780986a42c78ec9c7f77e6ded13c2244a9059cbb000000000000000000000041838eed07fa72a857058e4f9f98bf0e6a2f1af473000000000000000000000000000000000000000000000000000000000000465170d5dbedd58232900180c2d72f',
  txid: '5e8e3cdf239f31c678b6119c95c76c402a71f50947d960c3905825ee648cd75a',
  signature:
    '2c527348c6c982d4aeb1fd075b35cd1a4b09226dc5ebe402546061d5a8c0bb53d90ce89d4fadd52e323746d65f81311d4d2f77ab5a28f6ebef7ebd4ee2d0b48101',
};
const payment: TronPayment = {
  owner: tronAddress('8ca132af72e7864eee48eac163a1fb4028662091'),
  token: usdt,
  to: tronAddress('838eed07fa72a857058e4f9f98bf0e6a2f1af473'),
  amount: 18_001n,
};
const limits = { maxFee: 100_000_000n, now: 1_718_703_844_821 };

describe('addresses', () => {
  test('are encoded in Base58Check and decoded again', () => {
    expect(tronAddress('a614f803b6fd780986a42c78ec9c7f77e6ded13c')).toBe(usdt);
    expect(tronAddressHex(usdt)).toBe('a614f803b6fd780986a42c78ec9c7f77e6ded13c');
    for (const other of [
      `${usdt.slice(0, -1)}u`,
      '0xa614f803b6fd780986a42c78ec9c7f77e6ded13c',
      '',
      '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa',
    ]) {
      expect([other, tronAddressHex(other)]).toEqual([other, null]);
    }
  });

  test('are derived from keys as on the main chain: the payment’s signature is by its owner', () => {
    const bytes = hex.decode(real.signature);
    const signature = secp256k1.Signature.fromCompact(bytes.subarray(0, 64)).addRecoveryBit(bytes[64] ?? 9);
    expect(tronAddressOfKey(signature.recoverPublicKey(sha256(hex.decode(real.raw))).toRawBytes())).toBe(payment.owner);
  });

  test('match other wallets: BIP 44, from public keys', () => {
    const words = `${'abandon '.repeat(11)}about`;
    const secret = new TronPrivateKeys(mnemonicToSeedSync(words));
    const keys = new TronPublicKeys(secret.xpub);
    expect(keys.addressOf({ branch: 0, index: 0 })).toBe('TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH');
    for (const key of [hotKey, { branch: 0, index: 1_234_567 }] as const) {
      expect(keys.addressOf(key)).toBe(tronAddressOfKey(secp256k1.getPublicKey(secret.keyOf(key))));
    }
    expect(
      () =>
        new TronPublicKeys(
          'xprv9s21ZrQH143K3QTDL4LXw2F7HEK3wJUD2nW2nRk4stbPy6cq3jPPqjiChkVvvNKmPGJxWUtg6LnF5kejMRNNU3TGtRBeJgk33yuGBxrMPHi',
        ),
    ).toThrow('got a private one');
  });
});

describe('a node’s transaction', () => {
  test('is decoded: one from the main chain', () => {
    expect(hex.encode(sha256(hex.decode(real.raw)))).toBe(real.txid);
    expect(readTronTransaction(real.raw)).toEqual({ ...payment, feeLimit: 100_000_000n, expires: 1_718_703_903_000 });
    expect(tronMismatch(real.raw, payment, limits)).toBeNull();
  });

  const token2 = tronAddress('ff'.repeat(20));
  test.each([
    ['owner', { owner: token2 }, {}],
    ['token', { token: token2 }, {}],
    ['recipient', { to: token2 }, {}],
    ['amount', { amount: 18_002n }, {}],
    ['feeLimit', {}, { maxFee: 99_999_999n }],
    ['expired', {}, { now: 1_718_703_903_000 }],
    ['tooLong', {}, { now: 1_718_703_903_000 - 600_001 }],
  ] as const)('is refused if it differs from the request: %s', (doubt, asked, changed) => {
    expect(tronMismatch(real.raw, { ...payment, ...asked }, { ...limits, ...changed })).toBe(doubt);
  });

  /** Returns the transaction with an alteration and corrected lengths. */
  const altered = (
    change: (parts: {
      data: Uint8Array;
      call: string;
      extra: string;
      type: string;
    }) => Partial<{ call: string; extra: string; type: string; outer: string }>,
  ): string => {
    const fields = readFields(hex.decode(real.raw));
    const part = (field: number): Uint8Array => {
      const value = fields?.get(field);
      if (!(value instanceof Uint8Array)) throw new Error('a run of bytes');
      return value;
    };
    const contract = readFields(part(11))?.get(2);
    const call = contract instanceof Uint8Array ? readFields(contract)?.get(2) : null;
    if (!(call instanceof Uint8Array)) throw new Error('a call');
    const made = {
      call: hex.encode(call),
      extra: '',
      type: '081f',
      outer: '',
      ...change({ data: part(11), call: hex.encode(call), extra: '', type: '081f' }),
    };
    const url = new TextEncoder().encode('type.googleapis.com/protocol.TriggerSmartContract');
    const wrapped = Uint8Array.from([...bytesField(1, url), ...bytesField(2, hex.decode(made.call))]);
    const inner = Uint8Array.from([...hex.decode(made.type), ...bytesField(2, wrapped), ...hex.decode(made.extra)]);
    return (
      real.raw.slice(0, real.raw.indexOf('5aae01')) +
      hex.encode(bytesField(11, inner)) +
      '70d5dbedd58232900180c2d72f' +
      made.outer
    );
  };

  test('is unchanged without an alteration', () => {
    expect(altered(() => ({}))).toBe(real.raw);
  });

  test.each([
    ['coins sent along', (call: string) => ({ call: `${call}1801` })],
    ['another token sent along', (call: string) => ({ call: `${call}28013001` })],
    ['another function', (call: string) => ({ call: call.replace('a9059cbb', '095ea7b3') })],
    ['more behind the arguments', (call: string) => ({ call: call.replace('2244a9059cbb', '2245a9059cbb') + '00' })],
    ['non-zero padding before the address', (call: string) => ({ call: call.replace('a9059cbb00', 'a9059cbb01') })],
    ['an owner without its mark', (call: string) => ({ call: call.replace('0a1541', '0a1542') })],
    ["another's permission", () => ({ extra: '2802' })],
    ['another kind of contract', () => ({ type: '0801' })],
    ['a note', () => ({ outer: '520161' })],
    ['a second contract', () => ({ outer: '5a00' })],
    ['a field twice', () => ({ outer: '900101' })],
    ['a truncated field', () => ({ outer: '0a' })],
    ['an overlong number', () => ({ type: '089f00' })],
  ])('is not signed with %s', (_what, change) => {
    const raw = altered(({ call }) => change(call));
    expect(readTronTransaction(raw)).toBeNull();
    expect(tronMismatch(raw, payment, limits)).toBe('unreadable');
    expect(() => tronDigest(raw)).toThrow('only payments');
  });

  test.each(['', '00', 'zz', real.raw.slice(0, -2), `0x${real.raw}`])('is not signed if it is invalid', (raw) => {
    expect(readTronTransaction(raw)).toBeNull();
  });
});

test('a signed transaction has the txid and the signer that the chain will see', () => {
  const secret = new Uint8Array(32).fill(7);
  const { raw, txid } = withTronSignature(real.raw, signDigest(tronDigest(real.raw), secret));
  expect(txid).toBe(real.txid);
  const fields = readFields(hex.decode(raw));
  const [data, signed] = [fields?.get(1), fields?.get(2)];
  if (!(data instanceof Uint8Array) || !(signed instanceof Uint8Array)) throw new Error('two runs of bytes');
  expect(hex.encode(data)).toBe(real.raw);
  expect(signed).toHaveLength(65);
  const signature = secp256k1.Signature.fromCompact(signed.subarray(0, 64)).addRecoveryBit(signed[64] ?? 9);
  expect(signature.recoverPublicKey(sha256(data)).toRawBytes()).toEqual(secp256k1.getPublicKey(secret));
});

test('only a signed transaction is decoded', () => {
  const { raw } = withTronSignature(real.raw, signDigest(tronDigest(real.raw), new Uint8Array(32).fill(7)));
  const txid = hex.encode(tronDigest(real.raw));
  expect(readSignedTron(raw)).toEqual({ ...payment, txid, feeLimit: 100_000_000n, expires: 1_718_703_903_000 });
  for (const other of ['', 'zz', real.raw, raw.slice(0, -2)]) expect(readSignedTron(other)).toBeNull();
});

describe('a TRX payment', () => {
  const call = [
    ...bytesField(1, hex.decode('418ca132af72e7864eee48eac163a1fb4028662091')),
    ...bytesField(2, hex.decode('41838eed07fa72a857058e4f9f98bf0e6a2f1af473')),
  ];
  const url = new TextEncoder().encode('type.googleapis.com/protocol.TransferContract');
  const rawOf = (inner: readonly number[], outer = ''): string => {
    const wrapped = [...bytesField(1, url), ...bytesField(2, Uint8Array.from(inner))];
    const contract = bytesField(11, Uint8Array.from([0x08, 0x01, ...bytesField(2, Uint8Array.from(wrapped))]));
    // Expires slightly later than the real one.
    return `40d8dbedd582325a${hex.encode(contract).slice(2)}${outer}`;
  };
  const trx = { ...payment, token: null, amount: 5n };

  test('is decoded and needs no fee limit', () => {
    const raw = rawOf([...call, 0x18, 0x05]);
    expect(readTronTransaction(raw)).toMatchObject({ ...trx, feeLimit: 0n });
    expect(tronMismatch(raw, trx, limits)).toBeNull();
    expect(tronMismatch(raw, payment, limits)).toBe('token');
    expect(tronMismatch(rawOf([...call, 0x18, 0x05], '900101'), trx, limits)).toBe('feeLimit');
  });

  test('is not signed without an amount, or with additional fields', () => {
    expect(readTronTransaction(rawOf(call))).toBeNull();
    expect(readTronTransaction(rawOf([...call, 0x18, 0x05, 0x20, 0x01]))).toBeNull();
  });
});

test('arguments are two words of 32 bytes', () => {
  expect(transferArguments(payment)).toBe(
    '000000000000000000000000838eed07fa72a857058e4f9f98bf0e6a2f1af4730000000000000000000000000000000000000000000000000000000000004651',
  );
  expect(() => transferArguments({ to: '0x838eed07fa72a857058e4f9f98bf0e6a2f1af473', amount: 1n })).toThrow(
    'not an address',
  );
});

describe('transfers of a block', () => {
  const topic = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const padded = (digits: string): string => digits.padStart(64, '0');
  const [from, to] = ['6df63081a640798633d5d27152a1f2f4035c468e', 'fc631e982c1dbad2cdba2e2ff1af68d458cf7f2c'];
  const log = {
    address: 'a614f803b6fd780986a42c78ec9c7f77e6ded13c',
    topics: [topic, padded(from), padded(to)],
    data: padded('0f4240'),
  };
  const read = (logs: readonly object[], result: string | undefined = 'SUCCESS') =>
    tronTransfersOf([{ id: 'aa', receipt: { result }, log: logs as (typeof log)[] }], new Set([usdt]));

  test('include each log by its index in its transaction', () => {
    const moved = { txid: 'aa', from: tronAddress(from), to: tronAddress(to), token: usdt, amount: 1_000_000n };
    expect(read([log, { ...log, address: from }, log])).toEqual([
      { ...moved, position: 0 },
      { ...moved, position: 2 },
    ]);
  });

  test('exclude failed transactions, other contracts, other events and zero amounts', () => {
    for (const result of ['REVERT', 'OUT_OF_ENERGY', undefined]) {
      expect(tronTransfersOf([{ id: 'aa', receipt: { result }, log: [log] }], new Set([usdt]))).toEqual([]);
    }
    expect(read([{ ...log, address: to }])).toEqual([]);
    expect(read([{ ...log, data: padded('') }])).toEqual([]);
    expect(read([{ ...log, data: '' }])).toEqual([]);
    expect(read([{ ...log, topics: [topic, padded(from)] }])).toEqual([]);
    expect(read([{ ...log, topics: [...log.topics, padded(to)] }])).toEqual([]);
    expect(read([{ ...log, topics: [padded(from), padded(from), padded(to)] }])).toEqual([]);
    expect(tronTransfersOf([{ id: 'aa' }], new Set([usdt]))).toEqual([]);
  });
});
