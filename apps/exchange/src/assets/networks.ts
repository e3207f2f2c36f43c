import {
  chainNames,
  evmNetworks,
  type Finality,
  isEvmChain,
  knownEvmNetwork,
  mainChainId,
  type OwnEvmChain,
  type OwnEvmCoin,
  type OwnEvmNetwork,
} from '@fft/chains';
import type { Lang } from '@fft/contract';
import { parseDecimal } from '@fft/decimal';
import type { ListedToken, TokenList } from '../ledger/listings/token-list.ts';
import { knownAssets } from '../ledger/listings/seeds.ts';
import { evmCoins } from './evm-coins.ts';

export type ListedChain = keyof typeof chainNames;
/** The chains that deposits and withdrawals use. */
export type Chain = ListedChain | OwnEvmChain;

/** What saved addresses and withdrawals have in place of a chain if they are bank accounts and payouts to them. */
export const bankRail = 'BANK';

/** The networks that settings describe. */
export type OwnNetworks = Pick<TokenList, 'networks'>;

function ownNetwork({ networks: own }: OwnNetworks, chain: string): OwnEvmNetwork | null {
  return own.find((network) => network.chain === chain) ?? null;
}

/** The name of a network, as customers read it. */
export function chainName(own: OwnNetworks, chain: string, lang: Lang): string {
  const found = Object.entries(chainNames).find(([known]) => known === chain);
  return found ? found[1][lang] : (ownNetwork(own, chain)?.title ?? chain);
}

/** The names of all networks by their codes, in both languages. */
export function chainTitles({ networks: own }: OwnNetworks): Readonly<Record<string, Readonly<Record<Lang, string>>>> {
  const described = own.map(({ chain, title }) => [chain, { zh: title, en: title }] as const);
  return { ...Object.fromEntries(described), ...chainNames };
}

/** The coin that a chain charges for transactions. */
export function ownCoinOf(own: OwnNetworks, chain: string): string {
  const evm = isEvmChain(chain) ? (knownEvmNetwork(chain) ?? ownNetwork(own, chain)) : null;
  return evm?.own ?? chain;
}

/** Typical seconds between two blocks. */
const blockSeconds: Readonly<Record<ListedChain, number>> = {
  BTC: 600,
  ETH: evmNetworks.ETH.blockSeconds,
  SOL: 0.4,
  XRP: 4,
  DOGE: 60,
  LTC: 150,
  BSC: evmNetworks.BSC.blockSeconds,
  POLYGON: evmNetworks.POLYGON.blockSeconds,
  BASE: evmNetworks.BASE.blockSeconds,
  ARBITRUM: evmNetworks.ARBITRUM.blockSeconds,
};

/** How deep a transaction must be. */
interface Depth {
  readonly chain: Chain;
  readonly confirmations: number;
  readonly finality: Finality;
}

/** Typical seconds until a transaction is deep enough, and marked as final where that is required. */
export function secondsUntilFinal(own: OwnNetworks, { chain, confirmations, finality }: Depth): number {
  const evm = isEvmChain(chain) ? (knownEvmNetwork(chain) ?? ownNetwork(own, chain)) : null;
  const marked = evm && finality !== 'depth' ? evm.markedAfterSeconds[finality] : 0;
  // A process whose settings lack the network takes Ethereum's pace.
  const seconds = evm?.blockSeconds ?? (isListed(chain) ? blockSeconds[chain] : blockSeconds.ETH);
  return Math.ceil(Math.max(confirmations * seconds, marked));
}

function isListed(chain: Chain): chain is ListedChain {
  return Object.hasOwn(chainNames, chain);
}

/** The deposit and withdrawal rules of one coin on one chain. Amounts are decimals of the coin. */
export interface Network {
  readonly coin: string;
  readonly chain: Chain;
  /** The exchange keeps it from the withdrawn amount. */
  readonly fee: string;
  /** Limits of one withdrawal, including the fee. */
  readonly min: string;
  readonly max: string;
  /** Maximum number of decimals of an amount. */
  readonly precision: number;
  /** Smaller deposits are not credited. */
  readonly minDeposit: string;
  /** Decimals of the coin on this chain, which may be more than the ledger's. */
  readonly chainDecimals: number;
  /** The token's contract; null for the chain's own coin. Money sent to the contract is lost. */
  readonly contract: string | null;
  /** True if operators listed it, in the console or by settings: it exists once custody has opened it. */
  readonly isByOperators?: true;
}

/** The networks of the code's listing. */
export const networks: readonly Network[] = [
  {
    coin: 'BTC',
    chain: 'BTC',
    minDeposit: '0.0001',
    chainDecimals: 8,
    fee: '0.0002',
    min: '0.001',
    max: '10',
    precision: 8,
    contract: null,
  },
  {
    coin: 'ETH',
    chain: 'ETH',
    minDeposit: '0.001',
    chainDecimals: 18,
    fee: '0.001',
    min: '0.01',
    max: '200',
    precision: 8,
    contract: null,
  },
  {
    coin: 'SOL',
    chain: 'SOL',
    minDeposit: '0.01',
    chainDecimals: 9,
    fee: '0.01',
    min: '0.1',
    max: '5000',
    precision: 8,
    contract: null,
  },
  {
    coin: 'XRP',
    chain: 'XRP',
    minDeposit: '1',
    chainDecimals: 6,
    fee: '0.2',
    min: '20',
    max: '1000000',
    precision: 6,
    contract: null,
  },
  {
    coin: 'DOGE',
    chain: 'DOGE',
    minDeposit: '5',
    chainDecimals: 8,
    fee: '5',
    min: '20',
    max: '5000000',
    precision: 6,
    contract: null,
  },
  {
    coin: 'LTC',
    chain: 'LTC',
    minDeposit: '0.001',
    chainDecimals: 8,
    fee: '0.001',
    min: '0.01',
    max: '5000',
    precision: 8,
    contract: null,
  },
  {
    coin: 'USDT',
    minDeposit: '1',
    chainDecimals: 6,
    chain: 'ETH',
    fee: '3',
    min: '10',
    max: '500000',
    precision: 6,
    contract: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  },
  {
    coin: 'USDT',
    minDeposit: '1',
    chainDecimals: 6,
    chain: 'SOL',
    fee: '1',
    min: '5',
    max: '500000',
    precision: 6,
    contract: 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB',
  },
  ...evmCoins,
  // The first network of a coin is the one that pages show first.
  {
    coin: 'USDC',
    minDeposit: '1',
    chainDecimals: 6,
    chain: 'SOL',
    fee: '1',
    min: '5',
    max: '500000',
    precision: 6,
    contract: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
  },
];

/** A followed network: where EVM's, its chain id; and the contracts that settings name. */
export interface FollowedNetwork {
  readonly network: string;
  readonly contracts: Readonly<Record<string, string>>;
}

/** True if a coin exists on a followed network. A token's listed contract is that of the main network: a test network has it by its settings. */
export function isOn({ coin, chain, contract, isByOperators }: Network, followed: FollowedNetwork): boolean {
  const { network, contracts } = followed;
  if (isByOperators) return contracts[coin]?.toLowerCase() === contract;
  if (contract === null || contracts[coin] !== undefined || !isEvmChain(chain)) return true;
  return network === String(mainChainId(chain));
}

/** True if operators may send withdrawals over a network by hand, where custody follows none. The others open by their settings alone. */
export function isPaidByHand({ chain, contract }: Network): boolean {
  if (chain === 'SOL') return contract === null;
  return chain === 'ETH' || !isEvmChain(chain);
}

/** Decimals of amounts that withdrawals of a listed token have at most. */
const maxPrecision = 8;
type Listed = Pick<TokenList, 'all' | 'networks'>;
const lists = new WeakMap<readonly ListedToken[], readonly Network[]>();

/** The networks of the listing, those of settings, and those of tokens that operators listed. The same list gives the same objects. */
export function allNetworks({ all, networks: own }: Listed): readonly Network[] {
  const known = lists.get(all);
  if (known) return known;
  const described = own.flatMap(networksOf);
  const listed = all.flatMap(({ chain, ledgerDecimals, ...token }): Network[] => {
    const precision = Math.min(ledgerDecimals, maxPrecision);
    // The settings come first.
    const isDescribed = described.some((one) => one.chain === chain && one.coin === token.coin);
    return isEvmChain(chain) && !isDescribed ? [{ ...token, chain, precision, isByOperators: true }] : [];
  });
  const found = [...networks, ...described, ...listed];
  lists.set(all, found);
  return found;
}

/** The coins of a network that settings describe. Custody doesn't open it with one that is left out here. */
function networksOf({ chain, coins }: OwnEvmNetwork): Network[] {
  return coins.flatMap((coin): Network[] => {
    const known = knownAssets.find(({ code }) => code === coin.coin);
    if (!known || known.fiat || !isOfDecimals(coin, known.decimals)) return [];
    const precision = Math.min(known.decimals, maxPrecision);
    return [{ ...coin, chain, precision, ...(coin.contract !== null && { isByOperators: true }) }];
  });
}

/** True if a coin's amounts, and each of its units, are whole units of the ledger. */
function isOfDecimals({ fee, min, max, minDeposit, chainDecimals }: OwnEvmCoin, ledgerDecimals: number): boolean {
  const amounts = [fee, min, max, minDeposit];
  return ledgerDecimals <= chainDecimals && amounts.every((amount) => parseDecimal(amount, ledgerDecimals).ok);
}

/** Returns the network of a coin and chain; null if there is none. */
export function findNetwork(tokens: Listed, coin: string, chain: string): Network | null {
  return allNetworks(tokens).find((network) => network.coin === coin && network.chain === chain) ?? null;
}
