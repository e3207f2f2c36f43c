import { calls } from '@fft/contract';
import { expect, vi } from 'vitest';
import type { Ccxt } from './scene.ts';
import { chainMs, type WalletScene } from './wallet-scene.ts';

export interface CcxtWalletScene extends WalletScene {
  readonly bot: Ccxt;
}

type WalletCheck = (scene: CcxtWalletScene) => Promise<void>;

const network = { network: 'ETH' };
const id = expect.stringMatching(/^\d+$/) as string;
const txid = expect.stringMatching(/^0x[0-9a-f]{64}$/) as string;

/** The unified methods that need a chain, each with its check. */
export const servedByWallet: Readonly<Record<string, WalletCheck>> = {
  fetchDepositAddress: async ({ bot, customer }) => {
    const { address } = await customer.call(calls.deposits.address, { coin: 'ETH', chain: 'ETH' });
    expect(await bot.fetchDepositAddress('ETH', network)).toMatchObject({ currency: 'ETH', address });
  },
  fetchDeposits: async ({ bot, customer }) => {
    const { address } = await customer.call(calls.deposits.address, { coin: 'ETH', chain: 'ETH' });
    await vi.waitFor(
      async () =>
        expect(await bot.fetchDeposits('ETH')).toMatchObject([
          { id, txid, address, amount: 0.5, currency: 'ETH', status: 'ok', type: 'deposit', internal: false },
        ]),
      chainMs,
    );
  },
  withdraw: async ({ bot, saved }) => {
    expect(await bot.withdraw('USDT', 20, saved, undefined, network)).toMatchObject({ id, currency: 'USDT' });
    // A key's right covers saved addresses alone.
    const elsewhere = bot.withdraw('USDT', 20, saved.toLowerCase().replace('5', '6'), undefined, network);
    await expect(elsewhere).rejects.toThrow('"code":-4035');
  },
  fetchWithdrawals: async ({ bot, saved }) => {
    const made = await bot.withdraw('USDT', 30, saved, undefined, { ...network, withdrawOrderId: 'by-ccxt' });
    const rows = () => bot.fetchWithdrawals('USDT', undefined, undefined, { withdrawOrderId: 'by-ccxt' });
    const paid = { id: made.id, txid, address: saved, amount: 27, status: 'ok', fee: { currency: 'USDT', cost: 3 } };
    await vi.waitFor(async () => expect(await rows()).toMatchObject([paid]), chainMs);
  },
};
