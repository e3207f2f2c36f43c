import { type PublicKeys, lowerCaseAddress } from '@fft/chains';
import type { AccountChain } from '../account-chain.ts';
import { recordChainFacts } from '../chain-facts.ts';
import type { ColdSettings } from '../cold-keeper.ts';
import type { ChainCoins } from '../coins.ts';
import { Claims } from '../claims.ts';
import { followAccounts } from '../follow-accounts.ts';
import type { FollowedChain } from '../followed-chain.ts';
import { IncludedTransactions } from '../included-transactions.ts';
import type { OpenChainOptions } from '../open-chain-options.ts';
import { Payments } from '../payments.ts';
import { readPublicKeys } from '../public-keys.ts';
import type { SecondNode } from '../witness.ts';
import { evmAddresses } from './evm-addresses.ts';
import { EvmChain } from './evm-chain.ts';
import { EvmPayer, gasOf } from './evm-payer.ts';
import { evmReader } from './evm-reader.ts';
import { evmWitness } from './evm-witness.ts';

/** Connection and rules of an EVM chain. */
export interface EvmSettings {
  readonly chain: 'ETH';
  readonly rpcUrl: string;
  /** A second node, run by another party. */
  readonly secondRpcUrl?: string | null;
  readonly signerSocket: string;
  readonly confirmations: number;
  /** Token contracts by coin, where they differ from the listing. */
  readonly contracts: Readonly<Record<string, string>>;
  /** True if the node traces, so that coins passed on by contracts count. */
  readonly traces?: boolean;
  readonly cold?: ColdSettings | undefined;
}

const stalledMs = 10 * 60_000;

/** Opens an EVM chain: deposit addresses are swept into the hot wallet, which pays everything. */
export async function openEvm(settings: EvmSettings, options: OpenChainOptions): Promise<FollowedChain> {
  const { db, authority, directory, sweeping, worth, log, now } = options;
  const { confirmations, contracts, traces = false } = settings;
  const chain = new EvmChain(settings.rpcUrl);
  // Fails here rather than at the first block with a call in it.
  if (traces) await chain.traces((await chain.head()).hash);
  const { signer, publicSide, confirm } = await readPublicKeys(options, settings);
  const chainId = await chain.chainId();
  const { cold } = settings;
  const known = { network: String(chainId), confirmations, contracts, cold: cold?.address ?? null };
  const announced = { chain: 'ETH', ...publicSide, ...known } as const;
  const facts = await recordChainFacts(db, directory, announced);
  const { keys } = evmAddresses(publicSide, chainId);
  const { coins } = facts;
  const accounts = accountsOf(chain, coins, keys);
  const payments = new Payments(db, now);
  const own = keys.hots.map((key) => accounts.addressOf(key));
  const landings = new IncludedTransactions(db, facts);
  const claims = new Claims({ db, authority, facts });
  const paying = { chainId, claims, coins, keys, signer, payments, landings, confirmations, log, now };
  const payer = new EvmPayer({ ...paying, chain });
  const reading = { coins, own, traces, landings };
  const reader = evmReader({ ...reading, chain });
  const witnessing = (url: string): SecondNode => {
    const other = new EvmChain(url);
    return evmWitness(other, {
      payer: new EvmPayer({ ...paying, chain: other }),
      reader: evmReader({ ...reading, chain: other }),
      keys,
    });
  };
  const { secondRpcUrl = null } = settings;
  const second = secondRpcUrl === null ? null : witnessing(secondRpcUrl);
  return followAccounts({
    db,
    facts,
    accounts,
    reader,
    payer,
    second,
    payments,
    cold,
    confirmKeys: confirm,
    stalledMs,
    sweeping,
    worth,
    log,
    now,
  });
}

function accountsOf(chain: EvmChain, coins: ChainCoins, keys: PublicKeys): AccountChain {
  return {
    name: coins.chain,
    own: coins.own,
    hots: keys.hots,
    hot: keys.hot,
    addressOf: (key) => lowerCaseAddress(keys.addressOf(key)),
    balance: (address, contract) =>
      chain.balance(lowerCaseAddress(address), contract === null ? null : lowerCaseAddress(contract)),
    costOf: async ({ contract }) => {
      const { feePerGas } = await chain.fees();
      return (contract === null ? gasOf.own : gasOf.token) * feePerGas;
    },
  };
}
