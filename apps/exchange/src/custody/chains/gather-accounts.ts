import type { KeyRef } from '@fft/chains';
import type { ChainCoin } from '../coins.ts';
import { OwnPayments } from '../payments/own-payments.ts';
import type { Payments } from '../payments/payments.ts';
import { AccountSweeper } from '../treasury/account-sweeper.ts';
import { ColdKeeper, type ColdSettings } from '../treasury/cold-keeper.ts';
import { FormerWallets } from '../treasury/former-wallets.ts';
import { SweepWorth } from '../treasury/sweep-worth.ts';
import { atCustomersAddresses } from '../treasury/unswept.ts';
import type { AccountChain, ChainFacts, FollowedChain, Holdings, OpenChainOptions } from './chain.ts';

export interface AccountsOptions extends Pick<OpenChainOptions, 'db' | 'log' | 'now' | 'sweeping' | 'worth'> {
  readonly facts: ChainFacts;
  readonly accounts: AccountChain;
  readonly payments: Payments;
  readonly cold: ColdSettings | undefined;
}

/** Gathers on a chain of accounts: deposits are swept into the hot wallet, which pays for everything, including sweeps. */
export function gatherAccounts(options: AccountsOptions): FollowedChain['gathering'] {
  const { db, log, now, facts, accounts, payments, cold, sweeping: rules, worth } = options;
  const { coins } = facts;
  return ({ payer }) => {
    const ownPayments = new OwnPayments({ facts, payer, payments, log });
    const sweepWorth = new SweepWorth({ chain: accounts, coins, rules, worth });
    const sweeper = new AccountSweeper({ db, chain: accounts, coins, ownPayments, sweepWorth, log, now });
    const former = new FormerWallets({ chain: accounts, coins, payments, ownPayments, sweepWorth, log });
    const held = async (coin: ChainCoin): Promise<Holdings> => ({
      hot: await heldAt(accounts, accounts.hots, coin.contract),
      unswept: await atCustomersAddresses(db, coin, { payFees: !accounts.sweepsPaidByHot }),
      cold: cold ? await accounts.balance(cold.address, coin.contract) : 0n,
    });
    const coldKeeper = new ColdKeeper({ facts, payments, ownPayments, held, cold });
    return {
      gather: async (height) => {
        await sweeper.work(height);
        await former.work(height);
        await coldKeeper.work(height);
      },
      low: () => coldKeeper.low(),
      held,
    };
  };
}

/** Sums the balances of several addresses. */
async function heldAt(chain: AccountChain, keys: readonly KeyRef[], contract: string | null): Promise<bigint> {
  const amounts = await Promise.all(keys.map((key) => chain.balance(chain.addressOf(key), contract)));
  return amounts.reduce((sum, amount) => sum + amount, 0n);
}
