import { expect, test } from 'vitest';
import { withdrawalMessage } from './messages.ts';
import type { WithdrawalRow } from './withdrawal-row.ts';

const row = {
  state: 'review',
  amount: 12_500_000,
  coin: 'USDT',
  chain: 'ETH',
  address: '0x71C7656EC7ab88b098defB751B7401B5f6d8976F',
  txid: null,
  reason_zh: null,
  reason_en: null,
} as WithdrawalRow;

test('a withdrawal that its owner can still stop is also sent to their phone, with enough of the address to recognise it', () => {
  expect(withdrawalMessage(6, row, { networks: [] }).bySms).toEqual({
    zh: '提现审核中：12.5 USDT，0x71C7...d8976F',
    en: 'Your withdrawal is in review (12.5 USDT, 0x71C7...d8976F)',
  });
  for (const state of ['sent', 'done', 'rejected', 'failed', 'cancelled'] as const)
    expect(withdrawalMessage(6, { ...row, state }, { networks: [] }).bySms).toBeUndefined();
});
