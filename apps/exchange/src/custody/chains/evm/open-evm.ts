import {
  type EvmChainName,
  type EvmNetwork,
  type Finality,
  knownEvmNetwork,
  mainChainId,
  type OwnEvmNetwork,
  type PublicKeys,
  lowerCaseAddress,
} from '@fft/chains';
import type { AccountChain, FollowedChain, OpenChainOptions, PaidCoin, SecondNode } from '../chain.ts';
import { readChain, recordChainFacts } from '../../chain-facts.ts';
import type { ColdSettings } from '../../treasury/cold-keeper.ts';
import { ChainCoins } from '../../coins.ts';
import { scanWhole } from '../../nodes/witness.ts';
import { Claims } from '../../payments/claims.ts';
import { gatherAccounts } from '../gather-accounts.ts';
import { IncludedTransactions } from '../../payments/included-transactions.ts';
import { Payments } from '../../payments/payments.ts';
import { readPublicKeys } from '../../treasury/public-keys.ts';
import { evmAddresses, evmForm } from './evm-addresses.ts';
import { EvmChain } from './evm-chain.ts';
import { EvmNodes } from './evm-nodes.ts';
import { EvmPayer, type EvmPayerOptions } from './evm-payer.ts';
import { FeeEstimates } from './fee-estimates.ts';
import { GasCosts } from './gas-costs.ts';
import { evmReader, type EvmReaderOptions, evmScan, evmWitness, findEvmTransaction } from './evm-reader.ts';

/** Connection and rules of an EVM chain. */
export interface EvmSettings {
  readonly chain: EvmChainName;
  /** Needed for a network that the code doesn't know. */
  readonly description?: OwnEvmNetwork;
  /** The chain id that the nodes must have; null: any, but always the same. That of a network that only settings describe is in its name. */
  readonly chainId?: number | null;
  /** Nodes in the order in which they are asked; the first one of another host is the second node. */
  readonly rpcUrls: readonly string[];
  readonly signerSocket: string;
  readonly confirmations: number;
  /** By depth alone by default. */
  readonly finality?: Finality;
  /** Token contracts by coin, where they differ from the listing. */
  readonly contracts: Readonly<Record<string, string>>;
  /** True if the node traces, so that coins passed on by contracts count. */
  readonly traces?: boolean;
  /** The contract that makes several payments of a token; null to pay each withdrawal by its own transaction. */
  readonly disperse?: string | null;
  readonly cold?: ColdSettings | undefined;
}

const stalledMs = 10 * 60_000;

/** @throws if the network is neither known nor described */
function networkOf({ chain, description }: EvmSettings): EvmNetwork {
  const network = knownEvmNetwork(chain) ?? description;
  if (!network) throw new Error(`${chain} isn't described: NETWORKS must have it`);
  return network;
}

/** What payments on a network cost at most, in which coin, and the contract that makes several of them. */
function termsOf(settings: EvmSettings): Pick<EvmPayerOptions, 'own' | 'maxGwei' | 'disperse'> {
  const { own: coin, maxGwei } = networkOf(settings);
  const { disperse } = settings;
  return { own: { coin, contract: null }, maxGwei, disperse: disperse ? lowerCaseAddress(disperse) : null };
}

/** The chain id that nodes must have; null: any. A name with a chain id never stands for another. */
function requiredChainId({ chain, chainId = null }: EvmSettings): number | null {
  return knownEvmNetwork(chain) ? chainId : mainChainId(chain);
}

/** Opens an EVM chain: deposit addresses are swept into the hot wallet, which pays everything. */
export async function openEvm(settings: EvmSettings, options: OpenChainOptions): Promise<FollowedChain> {
  const { db, authority, directory, log, now } = options;
  const { confirmations, finality = 'depth', contracts, traces = false, cold } = settings;
  const { nodes, chain, other, fees, chainId } = await reach(settings, options);
  const known = { network: String(chainId), confirmations, finality, contracts, cold: cold?.address ?? null };
  const listed = new ChainCoins(settings.chain, directory, { ...known, contractOf: evmForm.contractOf });
  checkDescribed(settings, listed);
  const { signer, publicSide, confirm } = await readPublicKeys(options, settings);
  await checkTokens(chain, listed);
  const announced = { chain: settings.chain, ...publicSide, ...known };
  const facts = await recordChainFacts(db, directory, announced, () => chain.head());
  const { keys } = evmAddresses(publicSide, chainId);
  const { coins } = facts;
  const { own, ...terms } = termsOf(settings);
  const gasCosts = gasCostsOf(chain, settings, keys);
  const accounts = accountsOf(chain, { coins, keys, own, fees, gasCosts });
  const payments = new Payments(db, now);
  const hots = keys.hots.map((key) => accounts.addressOf(key));
  const landings = new IncludedTransactions(db, facts);
  const claims = new Claims({ db, authority, facts });
  const paying = {
    network: settings.chain,
    chainId,
    ...terms,
    own,
    fees,
    claims,
    coins,
    keys,
    signer,
    payments,
    landings,
    confirmations,
    log,
    now,
  };
  const payer = new EvmPayer({ ...paying, chain, gasCosts });
  const reading = { coins, own: hots, traces, landings };
  const reader = evmReader({ ...reading, chain });
  const second = other && secondOf(other, { ...paying, gasCosts: gasCostsOf(other, settings, keys) }, reading);
  return {
    facts,
    reader,
    payer,
    second,
    gathering: gatherAccounts({ ...options, facts, accounts, payments, cold }),
    hot: accounts.addressOf(accounts.hot),
    findTransaction: findEvmTransaction({ chain, reader, own: hots }),
    begin: () => nodes.begin(),
    confirmKeys: confirm,
    countedHeight: countedBy([chain, other], { finality, confirmations }),
    stalledMs,
  };
}

function secondOf(
  chain: EvmChain,
  paying: Omit<EvmPayerOptions, 'chain'>,
  reading: Omit<EvmReaderOptions, 'chain'>,
): SecondNode {
  const payer = new EvmPayer({ ...paying, chain });
  const reader = evmReader({ ...reading, chain });
  // What contracts pass on is only in the traces of whole blocks.
  const scan = reading.traces ? scanWhole(reader) : evmScan({ ...reading, chain });
  return evmWitness(chain, { payer, reader, scan, keys: paying.keys, payments: paying.payments });
}

/** @throws if the nodes follow another chain, or don't trace as the settings want */
async function reach(settings: EvmSettings, options: OpenChainOptions) {
  const nodes = await openNodes(settings, options);
  const chain = new EvmChain(nodes.reading);
  // Fails here rather than at the first block with a call in it.
  if (settings.traces) await chain.traces((await chain.head()).hash);
  const other = nodes.confirming && new EvmChain(nodes.confirming);
  const second = (): EvmChain | null => (nodes.isConfirmingUp ? other : null);
  const fees = new FeeEstimates({ ...networkOf(settings), chain, second });
  return { nodes, chain, other, fees, chainId: await chainIdOf(chain, settings) };
}

/** Nodes of another chain than that of the settings, or else of the books, aren't asked. */
async function openNodes(settings: EvmSettings, { db, log }: Pick<OpenChainOptions, 'db' | 'log'>): Promise<EvmNodes> {
  const [{ chain, rpcUrls: urls }, chainId] = [settings, requiredChainId(settings)];
  const known = chainId === null ? await readChain(db, chain) : null;
  const { blockSeconds } = networkOf(settings);
  const nodes = new EvmNodes({ chain, chainId: chainId ?? (known && Number(known.network)), urls, blockSeconds, log });
  await nodes.begin();
  return nodes;
}

/** Both nodes must have marked a block: one alone could call any block final. */
function countedBy(
  nodes: readonly [EvmChain, EvmChain | null],
  { finality, confirmations }: { readonly finality: Finality; readonly confirmations: number },
): FollowedChain['countedHeight'] {
  if (finality === 'depth') return async (tip) => tip;
  return async (tip) => {
    const [first, second] = nodes;
    // While the second is away, the first's word is good for what goes on without it.
    const marks = [await first.marked(finality), (await second?.marked(finality).catch(() => null)) ?? Infinity];
    return Math.min(tip, ...marks.map((height) => height + confirmations - 1));
  };
}

/** @throws if the node is of another chain than the network's name says: what customers sent there would be credited as coins of this one */
async function chainIdOf(chain: EvmChain, settings: EvmSettings): Promise<number> {
  const found = await chain.chainId();
  const { chain: name } = settings;
  const chainId = requiredChainId(settings);
  if (chainId === null || chainId === found) return found;
  throw new Error(`the node of ${name} follows chain ${found}, not ${chainId}`);
}

/** @throws if the settings name a coin that isn't listed: what came of it would stay uncredited */
function checkDescribed({ chain, description }: EvmSettings, coins: ChainCoins): void {
  const missing = description?.coins.find(({ coin }) => coins.byName(coin) === null);
  if (missing)
    throw new Error(
      `NETWORKS ${chain}.coins has ${missing.coin}, which isn't a listed coin, or has amounts or decimals that the ledger can't keep`,
    );
}

/** @throws if a token has other decimals than the listing: every amount would be credited and paid as another */
async function checkTokens(chain: EvmChain, { all, chain: name }: ChainCoins): Promise<void> {
  for (const { coin, contract, chainDecimals } of all) {
    if (contract === null) continue;
    const found = await chain.decimals(lowerCaseAddress(contract));
    if (found === null) throw new Error(`${coin} of ${name}: there is no token at ${contract}`);
    if (found !== chainDecimals)
      throw new Error(`${coin} of ${name} has ${found} decimals at ${contract}, and ${chainDecimals} in the listing`);
  }
}

function gasCostsOf(chain: EvmChain, settings: EvmSettings, keys: PublicKeys): GasCosts {
  return new GasCosts({ chain, dataFee: networkOf(settings).dataFee, hot: keys.addressOf(keys.hot) });
}

interface AccountsOptions {
  readonly coins: ChainCoins;
  readonly keys: PublicKeys;
  readonly own: PaidCoin;
  readonly fees: FeeEstimates;
  readonly gasCosts: GasCosts;
}

function accountsOf(chain: EvmChain, { coins, keys, own, fees, gasCosts }: AccountsOptions): AccountChain {
  return {
    name: coins.chain,
    own,
    hots: keys.hots,
    hot: keys.hot,
    addressOf: (key) => lowerCaseAddress(keys.addressOf(key)),
    balance: (address, contract) =>
      chain.balance(lowerCaseAddress(address), contract === null ? null : lowerCaseAddress(contract)),
    costOf: async ({ contract }) => {
      const { feePerGas } = await fees.current();
      return gasCosts.costOf(contract === null ? 'own' : 'token', feePerGas);
    },
  };
}
