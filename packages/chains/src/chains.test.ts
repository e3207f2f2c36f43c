import { getAddress, type Address, type Hex } from 'viem';
import { mnemonicToAccount } from 'viem/accounts';
import { describe, expect, test } from 'vitest';
import {
  paymentCall,
  hotKey,
  innerTransfersOf,
  nativeValuePosition,
  paymentOf,
  PrivateKeys,
  PublicKeys,
  toChainUnits,
  toLedgerUnits,
  type TracedCall,
  transfersOf,
} from './index.ts';

const [alice, bob, token] = [
  '0x00000000000000000000000000000000000a11ce',
  '0x0000000000000000000000000000000000000b0b',
  '0x000000000000000000000000000000000000700c',
] as const;
const seed = Uint8Array.from({ length: 32 }, (_, index) => index);

describe('keys', () => {
  const keys = new PrivateKeys(seed);
  const known = new PublicKeys(keys.xpub);

  test('public keys derive the same addresses as private keys', async () => {
    const { privateKeyToAccount } = await import('viem/accounts');
    for (const key of [hotKey, { branch: 0, index: 0 }, { branch: 0, index: 1_234_567 }] as const) {
      expect(known.addressOf(key)).toBe(privateKeyToAccount(keys.keyOf(key)).address);
    }
  });

  test('derivation matches other wallets: BIP 44 for Ethereum', async () => {
    const words = 'test test test test test test test test test test test junk';
    const { mnemonicToSeedSync } = await import('@scure/bip39');
    const wallet = new PublicKeys(new PrivateKeys(mnemonicToSeedSync(words)).xpub);
    expect(wallet.addressOf({ branch: 0, index: 3 })).toBe(mnemonicToAccount(words, { addressIndex: 3 }).address);
    expect(wallet.addressOf(hotKey)).toBe(mnemonicToAccount(words, { changeIndex: 1 }).address);
  });

  test('a private extended key is refused', async () => {
    const { HDKey } = await import('@scure/bip32');
    expect(() => new PublicKeys(HDKey.fromMasterSeed(seed).privateExtendedKey)).toThrow('got a private one');
    expect(() => new PublicKeys('xpub')).toThrow(/base58|checksum|invalid/i);
  });
});

describe('a payment', () => {
  test.each([null, token] as const)('is decoded from its own call (%s)', (contract) => {
    const payment = { token: contract && getAddress(contract), to: getAddress(bob), amount: 12_345n };
    expect(paymentOf(paymentCall(payment))).toEqual(payment);
  });

  test('is not decoded from any other call', () => {
    const call = paymentCall({ token, to: bob, amount: 1n });
    const strange: Parameters<typeof paymentOf>[0][] = [
      { ...call, to: null },
      { ...call, value: 1n },
      { ...call, data: `${call.data}00` },
      { ...call, data: '0xa9059cbb' as const },
      // approve(address,uint256)
      { ...call, data: call.data.replace('a9059cbb', '095ea7b3') as `0x${string}` },
      // An address with non-zero padding.
      { ...call, data: call.data.replace('a9059cbb00', 'a9059cbb01') as `0x${string}` },
    ];
    for (const one of strange) expect(paymentOf(one)).toBeNull();
  });
});

/** Encodes a number as a 32-byte word. */
function wordOf(value: bigint): Hex {
  return `0x${value.toString(16).padStart(64, '0')}`;
}

describe('transfers of a block', () => {
  const topic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
  const padded = (address: string): `0x${string}` => `0x${address.slice(2).padStart(64, '0')}`;
  const log = (
    value: bigint,
    address: Address = token,
    topics = [topic, padded(alice), padded(bob)] as `0x${string}`[],
  ) => ({
    address,
    topics,
    data: wordOf(value),
  });
  const hash = '0x01' as const;
  const transaction = { hash, from: alice, to: token as Address, value: 0n };
  const read = (status: 'success' | 'reverted', logs: ReturnType<typeof log>[], value = 0n) =>
    transfersOf(
      { transactions: [{ ...transaction, value }], receipts: [{ transactionHash: hash, status, logs }] },
      new Set([token]),
    );

  test('include each log by its position in the receipt, and the native value', () => {
    expect(read('success', [log(5n), log(6n)], 7n)).toEqual([
      { txid: hash, position: nativeValuePosition, token: null, from: alice, to: token, amount: 7n },
      { txid: hash, position: 0, token, from: alice, to: bob, amount: 5n },
      { txid: hash, position: 1, token, from: alice, to: bob, amount: 6n },
    ]);
  });

  test('exclude failed transactions, other contracts, other events and zero amounts', () => {
    expect(read('reverted', [log(5n)], 7n)).toEqual([]);
    expect(read('success', [log(5n, bob), log(0n), log(5n, token, [topic, padded(alice)])])).toEqual([]);
    expect(read('success', [log(5n, token, [padded(alice), padded(alice), padded(bob)])])).toEqual([]);
    // Four topics: the event of a non-fungible token.
    expect(read('success', [log(5n, token, [topic, padded(alice), padded(bob), padded(bob)])])).toEqual([]);
    expect(read('success', [{ ...log(5n), data: '0x' }])).toEqual([]);
  });
});

test('internal transfers exclude calls that failed or were made by failed calls', () => {
  const call = (type: string, value: string, more: Partial<TracedCall> = {}): TracedCall => ({
    type,
    from: alice,
    to: bob,
    value,
    ...more,
  });
  const trace = call('CALL', '0x9', {
    calls: [
      call('CALL', '0x1'),
      call('CALL', '0x2', { error: 'execution reverted', calls: [call('CALL', '0x3')] }),
      // A delegate call repeats its parent's value without moving it.
      call('DELEGATECALL', '0x4', { calls: [call('SELFDESTRUCT', '0x5')] }),
      call('STATICCALL', '0x0'),
      call('CALL', '0x0'),
      { type: 'CREATE', from: alice, value: '0x6' },
    ],
  });
  expect(innerTransfersOf('0x01', trace)).toEqual([
    { txid: '0x01', position: -2, token: null, from: alice, to: bob, amount: 1n },
    { txid: '0x01', position: -6, token: null, from: alice, to: bob, amount: 5n },
  ]);
  expect(innerTransfersOf('0x01', { ...trace, error: 'out of gas' })).toEqual([]);
});

test('unit conversion never creates units', () => {
  expect(toChainUnits(150_000_000, 8, 18)).toBe(1_500_000_000_000_000_000n);
  expect(toLedgerUnits(1_500_000_000_999_999_999n, 8, 18)).toBe(150_000_000);
  expect(toLedgerUnits(2n ** 53n, 6, 6)).toBeNull();
  expect(() => toChainUnits(1, 8, 6)).toThrow('fewer decimals');
  expect(() => toLedgerUnits(1n, 8, 6)).toThrow('fewer decimals');
});
