import { type AccountChain, heldAt } from './chains/account-chain.ts';
import { AccountSweeper } from './treasury/account-sweeper.ts';
import type { ChainFacts } from './chain-facts.ts';
import { ColdKeeper, type ColdSettings } from './treasury/cold-keeper.ts';
import type { ChainCoin } from './coins.ts';
import { atCustomersAddresses } from './treasury/unswept.ts';
import type { FollowedChain, Holdings } from './followed-chain.ts';
import type { Payer } from './payments/payer.ts';
import type { ChainReader, FindTransaction } from './nodes/chain-reader.ts';
import { FormerWallets } from './treasury/former-wallets.ts';
import type { OpenChainOptions } from './nodes/open-chain-options.ts';
import { OwnPayments } from './payments/own-payments.ts';
import type { Payments } from './payments/payments.ts';
import { SweepWorth } from './treasury/sweep-worth.ts';
import { type SecondNode, Witness } from './nodes/witness.ts';
import { witnessed } from './payments/witnessed-payer.ts';

export interface FollowAccountsOptions
  extends
    Pick<OpenChainOptions, 'db' | 'log' | 'now' | 'sweeping' | 'worth'>,
    Pick<FollowedChain, 'begin' | 'confirmKeys' | 'countedHeight' | 'stalledMs'> {
  readonly facts: ChainFacts;
  readonly accounts: AccountChain;
  readonly reader: ChainReader;
  readonly payer: Payer;
  /** Null if a single node is trusted. */
  readonly second: SecondNode | null;
  readonly payments: Payments;
  readonly cold: ColdSettings | undefined;
  readonly findTransaction?: FindTransaction;
}

/** Follows a chain of accounts: deposits are swept into the hot wallet, which pays for everything, including sweeps. */
export function followAccounts(options: FollowAccountsOptions): FollowedChain {
  const { db, log, now, facts, accounts, payments, cold, reader, second, confirmKeys, countedHeight, stalledMs } =
    options;
  const { sweeping: rules, worth, findTransaction } = options;
  const witness = new Witness({ facts, reader, second, log, now });
  const payer = witnessed(options.payer, witness, facts.confirmations);
  const { coins } = facts;
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
    facts,
    reader,
    payer,
    witness,
    ...(findTransaction && { findTransaction }),
    begin: options.begin,
    confirmKeys,
    countedHeight,
    gather: async (height) => {
      await sweeper.work(height);
      await former.work(height);
      await coldKeeper.work(height);
    },
    low: () => coldKeeper.low(),
    held,
    hot: accounts.addressOf(accounts.hot),
    stalledMs,
  };
}
