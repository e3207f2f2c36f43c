import { solanaCost, solanaPrograms, type SolanaPublicKeys, walletRent } from '@fft/chains';
import type { AccountChain, FollowedChain, OpenChainOptions, SecondNode } from '../chain.ts';
import { recordChainFacts } from '../../chain-facts.ts';
import { scanWhole } from '../../nodes/witness.ts';
import { Claims } from '../../payments/claims.ts';
import type { ChainCoin } from '../../coins.ts';
import type { ColdSettings } from '../../treasury/cold-keeper.ts';
import { gatherAccounts } from '../gather-accounts.ts';
import { IncludedTransactions } from '../../payments/included-transactions.ts';
import { Payments } from '../../payments/payments.ts';
import { readPublicKeys } from '../../treasury/public-keys.ts';
import { sol, unitLimitOf, unitPriceOf } from './solana-terms.ts';
import { solanaAddresses } from './solana-addresses.ts';
import { SolanaNode } from './solana-node.ts';
import { SolanaPayer } from './solana-payer.ts';
import { solanaReader } from './solana-reader.ts';

/** Connection and rules of Solana. */
export interface SolanaSettings {
  readonly chain: 'SOL';
  readonly rpcUrl: string;
  /** A second node, run by another party. */
  readonly secondRpcUrl?: string | null;
  readonly signerSocket: string;
  /** Slots after a final one. */
  readonly confirmations: number;
  /** The most that one transaction may cost, with the rent of an account that it opens; lamports. */
  readonly feeMax: bigint;
  /** Tokens' mints by coin, where they differ from the listing. */
  readonly contracts: Readonly<Record<string, string>>;
  readonly cold?: ColdSettings | undefined;
}

/** Slots come every 0.4 seconds. */
const stalledMs = 2 * 60_000;

/** Opens Solana. Deposits are swept into the hot wallet, which pays everything, also the sweeps' fees. @throws if a token is not what the listing says */
export async function openSolana(settings: SolanaSettings, options: OpenChainOptions): Promise<FollowedChain> {
  const { db, authority, directory, log, now } = options;
  const { confirmations, contracts, feeMax, cold, secondRpcUrl = null } = settings;
  log.warn('solana.adapterUnproven');
  const node = new SolanaNode(settings.rpcUrl);
  const { signer, publicSide, confirm } = await readPublicKeys(options, settings);
  const known = { network: await node.genesis(), confirmations, contracts, cold: cold?.address ?? null };
  const facts = await recordChainFacts(db, directory, { chain: 'SOL', ...publicSide, ...known }, () => node.head());
  const { coins } = facts;
  for (const coin of coins.all) await checkToken(node, coin);
  const { keys } = solanaAddresses(publicSide);
  const accounts = accountsOf(node, keys);
  const payments = new Payments(db, now);
  const landings = new IncludedTransactions(db, facts);
  const claims = new Claims({ db, authority, facts });
  const paying = { claims, coins, keys, signer, payments, landings, feeMax, log, now };
  const reading = { db, coins, own: keys.hots.map((key) => keys.addressOf(key)), landings };
  const other = secondRpcUrl === null ? null : new SolanaNode(secondRpcUrl);
  const otherPayer = other && new SolanaPayer({ ...paying, node: other });
  const otherReader = other && solanaReader({ ...reading, node: other });
  const second: SecondNode | null = otherReader &&
    otherPayer && {
      reader: otherReader,
      scan: scanWhole(otherReader),
      progressOf: (payment, attempts, height) => otherPayer.progressOf(payment, attempts, height),
    };
  return {
    facts,
    reader: solanaReader({ ...reading, node }),
    payer: new SolanaPayer({ ...paying, node, ...(otherPayer && { second: otherPayer }) }),
    second,
    gathering: gatherAccounts({ ...options, facts, accounts, payments, cold }),
    hot: accounts.addressOf(accounts.hot),
    begin: async () => undefined,
    countedHeight: async (tip) => tip,
    confirmKeys: confirm,
    stalledMs,
  };
}

function accountsOf(node: SolanaNode, keys: SolanaPublicKeys): AccountChain {
  const hot = keys.addressOf(keys.hot);
  return {
    name: 'SOL',
    own: sol,
    hots: keys.hots,
    hot: keys.hot,
    sweepsPaidByHot: { minLeft: walletRent },
    addressOf: (key) => keys.addressOf(key),
    balance: (address, mint) => node.balance(address, mint),
    costOf: async ({ contract }, from) => {
      const token = contract === null ? null : { mint: contract, decimals: 0 };
      const unitPrice = await unitPriceOf(node, [hot, from]);
      const terms = { blockhash: '', unitLimit: unitLimitOf({ token }, false), unitPrice, opensAccount: false };
      return solanaCost({ feePayer: hot, owner: from, token, to: hot, amount: 0n }, terms);
    },
  };
}

const mintBytes = 82;
const decimalsAt = 44;

/** Refuses what is no token of the token program: others may take fees, or be taken back. */
async function checkToken(node: SolanaNode, { coin, contract, chainDecimals }: ChainCoin): Promise<void> {
  if (contract === null) return;
  const mint = await node.account(contract);
  if (mint?.owner !== solanaPrograms.token || mint.data.length !== mintBytes)
    throw new Error(`${contract} of ${coin} is no token of Solana's token program`);
  const decimals = mint.data[decimalsAt];
  if (decimals !== chainDecimals)
    throw new Error(`${coin} has ${decimals} decimals on Solana, and the listing says ${chainDecimals}`);
}
