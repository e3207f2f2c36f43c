import type { TronPublicKeys } from '@fft/chains';
import type { AccountChain, FollowedChain, OpenChainOptions, SecondNode } from '../chain.ts';
import { recordChainFacts } from '../../chain-facts.ts';
import type { ColdSettings } from '../../treasury/cold-keeper.ts';
import { scanWhole } from '../../nodes/witness.ts';
import { Claims } from '../../payments/claims.ts';
import { gatherAccounts } from '../gather-accounts.ts';
import { IncludedTransactions } from '../../payments/included-transactions.ts';
import { Payments } from '../../payments/payments.ts';
import { readPublicKeys } from '../../treasury/public-keys.ts';
import { tronAddresses, trx } from './tron-addresses.ts';
import { TronNode } from './tron-node.ts';
import { TronPayer } from './tron-payer.ts';
import { tronReader } from './tron-reader.ts';

/** Connection and rules of Tron. */
export interface TronSettings {
  readonly chain: 'TRX';
  readonly rpcUrl: string;
  /** API key that some node providers require. */
  readonly apiKey: string | null;
  /** A second node, run by another party, and its key. */
  readonly secondRpcUrl?: string | null;
  readonly secondApiKey?: string | null;
  readonly signerSocket: string;
  readonly confirmations: number;
  /** Maximum burn of one transaction, in millionths of TRX. */
  readonly feeMax: bigint;
  /** Token contracts by coin, where they differ from the listing. */
  readonly contracts: Readonly<Record<string, string>>;
  readonly cold?: ColdSettings | undefined;
}

/** Blocks come every three seconds. */
const stalledMs = 5 * 60_000;
/** Maximum cost of moving TRX: bandwidth, and the creation of the recipient's account. */
const transferCost = 2_000_000n;

/** Opens Tron. As on EVM chains, deposits are swept into the hot wallet, which pays everything and sends addresses what they burn. */
export async function openTron(settings: TronSettings, options: OpenChainOptions): Promise<FollowedChain> {
  const { db, authority, directory, log, now } = options;
  const { confirmations, contracts, feeMax, cold } = settings;
  log.warn('tron.adapterUnproven');
  const node = new TronNode(settings.rpcUrl, settings.apiKey ?? undefined);
  const { signer, publicSide, confirm } = await readPublicKeys(options, settings);
  const known = { network: await node.genesis(), confirmations, contracts, cold: cold?.address ?? null };
  const announced = { chain: 'TRX', ...publicSide, ...known } as const;
  const facts = await recordChainFacts(db, directory, announced);
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
  const otherReader = other && tronReader({ ...reading, node: other });
  const second: SecondNode | null = otherReader &&
    otherPayer && {
      reader: otherReader,
      scan: scanWhole(otherReader),
      progressOf: (payment, attempts, height) => otherPayer.progressOf(payment, attempts, height),
    };
  const payer = new TronPayer({ ...paying, node, ...(otherPayer && { second: otherPayer }) });
  const reader = tronReader({ ...reading, node });
  return {
    facts,
    reader,
    payer,
    second,
    gathering: gatherAccounts({ ...options, facts, accounts, payments, cold }),
    hot: accounts.addressOf(accounts.hot),
    begin: async () => undefined,
    countedHeight: async (tip) => tip,
    confirmKeys: confirm,
    stalledMs,
  };
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
