import { hotKey, unsignedOf, utxoNetworks, UtxoPrivateKeys, UtxoPublicKeys } from '@fft/chains';
import { expect, test } from 'vitest';
import { timeoutMsOf } from './signer-client.ts';

const network = utxoNetworks['litecoin-regtest'];
const keys = new UtxoPublicKeys(new UtxoPrivateKeys(new Uint8Array(32).fill(1), network).xpub, network);

test.each([
  [1, 10_000],
  [10, 10_000],
  [11, 20_000],
  [100, 100_000],
])('a signature of %i coins may take %i ms', (count, waited) => {
  const coins = Array.from({ length: count }, (_, index) => ({
    txid: String(index).padStart(64, '0'),
    vout: 0,
    amount: 1_000n,
    key: { branch: 0, index } as const,
  }));
  const plan = { coins, recipient: keys.addressOf(hotKey), amount: 900n, change: 0n, changeKey: hotKey, fee: 100n };
  const transaction = unsignedOf(plan, keys);
  expect(timeoutMsOf({ chain: 'LTC', transaction, purpose: 'sweep', reference: 1 })).toBe(waited);
});

test('a signature outside Bitcoin’s family may take ten seconds', () => {
  const order = { chain: 'ETH', key: hotKey, transaction: '0x02', purpose: 'sweep', reference: 1 } as const;
  expect(timeoutMsOf(order)).toBe(10_000);
});
