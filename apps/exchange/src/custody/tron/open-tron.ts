import type { TronPublicKeys } from '@fft/chains';
import type { AccountChain } from '../account-chain.ts';
import { announceChain } from '../chain-facts.ts';
import type { ColdSettings } from '../cold-keeper.ts';
import { Claims } from '../claims.ts';
import { followAccounts } from '../follow-accounts.ts';
import type { FollowedChain } from '../followed-chain.ts';
import { IncludedTransactions } from '../included-transactions.ts';
import type { OpenChainParts } from '../open-chain-parts.ts';
import { Payments } from '../payments.ts';
import { learnKeys } from '../public-keys.ts';
import type { SecondNode } from '../witness.ts';
import { tronAddresses } from './tron-addresses.ts';
import { TronNode } from './tron-node.ts';
import { TronPayer } from './tron-payer.ts';
import { tronReader } from './tron-reader.ts';
import { trx } from './trx.ts';

/** Where Tron is, and how it is dealt with. */
export interface TronSettings {
  readonly chain: 'TRX';
  readonly rpcUrl: string;
  /** What some keepers of nodes ask for. */
  readonly apiKey: string | null;
  /** A second node, of another keeper, and its key. */
  readonly secondRpcUrl?: string | null;
  readonly secondApiKey?: string | null;
  readonly signerSocket: string;
  readonly confirmations: number;
  /** The most that one transaction may burn, in millionths of TRX. */
  readonly feeMax: bigint;
  /** Tokens' contracts by coin, where they aren't those of the listing. */
  readonly contracts: Readonly<Record<string, string>>;
  readonly cold?: ColdSettings | undefined;
}

/** A block comes every three seconds. */
const stalledMs = 5 * 60_000;
/** What moving TRX takes at most: its bytes, and the making of an account where there was none. */
const transferCost = 2_000_000n;

/** As Ethereum's kind: deposits are swept to the hot wallet, which pays everything, and sends addresses what they burn for it. */
export async function openTron(settings: TronSettings, parts: OpenChainParts): Promise<FollowedChain> {
  const { db, authority, directory, log, now } = parts;
  const { confirmations, contracts, feeMax, cold } = settings;
  log.warn('Tron is followed by an adapter that is not proven on a live node: try it with small amounts first');
  const node = new TronNode(settings.rpcUrl, settings.apiKey ?? undefined);
  const { signer, publicSide, confirm } = await learnKeys(parts, settings);
  const known = { network: await node.genesis(), confirmations, contracts, cold: cold?.address ?? null };
  const announced = { chain: 'TRX', ...publicSide, ...known } as const;
  const facts = await announceChain(db, directory, announced);
  const { keys } = tronAddresses(publicSide);
  const { coins } = facts;
  const accounts = accountsOf(node, keys);
  const payments = new Payments(db, now);
  const own = keys.hots.map((key) => keys.addressOf(key));
  const landings = new IncludedTransactions(db, facts);
  const claims = new Claims({ db, authority, facts });
  const paying = { claims, coins, keys, signer, payments, landings, feeMax, log, now };
  const reading = { coins, own, landings };
  const { secondRpcUrl = null, secondApiKey } = settings;
  const other = secondRpcUrl === null ? null : new TronNode(secondRpcUrl, secondApiKey ?? undefined);
  const otherPayer = other && new TronPayer({ ...paying, node: other });
  const second: SecondNode | null = other &&
    otherPayer && {
      reader: tronReader({ ...reading, node: other }),
      standing: (payment, attempts, height) => otherPayer.standing(payment, attempts, height),
    };
  const payer = new TronPayer({ ...paying, node, ...(otherPayer && { second: otherPayer }) });
  const reader = tronReader({ ...reading, node });
  const followed = { facts, accounts, reader, payer, second, payments, cold, confirmKeys: confirm, stalledMs };
  return followAccounts({ ...parts, ...followed });
}

function accountsOf(node: TronNode, keys: TronPublicKeys): AccountChain {
  return {
    name: 'TRX',
    own: trx,
    hots: keys.hots,
    hot: keys.hot,
    addressOf: (key) => keys.addressOf(key),
    balance: (address, contract) => node.balance(contract, address),
    costOf: async ({ contract }, from) => {
      if (contract === null) return transferCost;
      const payment = { owner: from, token: contract, to: keys.addressOf(keys.hot), amount: 1n };
      return (await node.feeLimit(payment)) + transferCost;
    },
  };
}
