import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const needed = {
  SIGNER_SOCKET: '/run/signer.sock',
  SIGNER_KEYSTORE: '/var/keystore.json',
  SIGNER_PASSWORD: 'a password of some length',
  SIGNER_MEMORY: '/var/signed.jsonl',
};
const litecoin = { network: 'litecoin', one: '100', day: '1000', feeMax: '10' };
const address = 'ltc1qhzjptwpym9afcdjhs7jcz6fd0jma0l0rc0e5yr';

test('signs for the chains that are named, and for no other', () => {
  expect(readSettings(needed)).toMatchObject({ evm: null, utxo: [] });
  const both = { ...needed, SIGNER_CHAIN_ID: '1', SIGNER_LTC: JSON.stringify({ ...litecoin, cold: address }) };
  expect(readSettings(both)).toMatchObject({
    evm: { chainId: 1, cold: null, amounts: {} },
    utxo: [{ network: 'litecoin', limits: { amount: { one: 100n, day: 1_000n }, feeMax: 10n, cold: address } }],
  });
});

test.each([
  ['a network of another chain', { SIGNER_BTC: JSON.stringify(litecoin) }, 'litecoin is another chain'],
  ['a cold wallet elsewhere', { SIGNER_LTC: JSON.stringify({ ...litecoin, cold: 'bc1q' }) }, "isn't one of litecoin"],
  ['a cold wallet that is none', { SIGNER_CHAIN_ID: '1', SIGNER_COLD: '0x12' }, 'must be an address'],
])('refuses %s', (_what, settings, message) => {
  expect(() => readSettings({ ...needed, ...settings })).toThrow(message);
});
