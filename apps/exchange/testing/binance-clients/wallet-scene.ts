import { calls } from '@fft/contract';
import { expect, vi } from 'vitest';
import { createTestKey, type TestKey } from '../test-api-key.ts';
import { payPassword, startTestMoney, type MoneyCustomer, type TestMoney } from '../test-money.ts';

/** A customer on an exchange that follows a private chain. Their key may withdraw, from this machine. */
export interface WalletScene {
  readonly money: TestMoney;
  readonly customer: MoneyCustomer;
  readonly key: TestKey;
  /** Where the key may withdraw to, with its checksum. */
  readonly saved: string;
}

/** Blocks come every two seconds, and three must be upon a payment. */
export const chainMs = 120_000;

export async function startWalletScene(): Promise<WalletScene> {
  // Clients sign with the machine's time.
  const clock = {
    get time() {
      return Date.now();
    },
  };
  const money = await startTestMoney({ DEMO_CHAIN: 'on', WITHDRAWAL_WAIT_SECONDS: '0' }, clock);
  const customer = await money.customer('anna', 'en', { USDT: '100', ETH: '0.5' });
  const fields = { coin: 'USDT', chain: 'ETH', name: 'mine', payPassword };
  const address = '0x8617e340b3d01fa5f11f306f4090fd50e238070d';
  const { address: saved } = await customer.call(calls.addresses.create, { ...fields, address });
  const wanted = { rights: 'read,withdraw', addresses: '127.0.0.1,::1', payPassword };
  const key = await createTestKey(money.exchange, { customer, name: 'anna' }, wanted);
  await vi.waitFor(async () => {
    const { accounts } = await customer.call(calls.assets.overview, {});
    expect(accounts.coin.find(({ coin }) => coin === 'USDT')?.usable).toBe('100.000000');
  }, chainMs);
  return { money, customer, key, saved };
}
