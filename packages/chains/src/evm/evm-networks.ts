/** What makes a block final: the number of confirmations alone, or also the node's mark `safe` or `finalized`. */
export type Finality = 'depth' | 'safe' | 'finalized';

/**
 * What a transaction's data costs beside the ordinary gas. `optimism`: a charge that a contract reports and that no field of the
 * transaction bounds. `arbitrum`: the data counts as gas, so that even a plain payment takes more gas than elsewhere.
 */
export type DataFee = 'none' | 'optimism' | 'arbitrum';

/** What is known of an EVM network without asking a node. */
export interface EvmNetwork {
  readonly chainId: number;
  /** The coin that pays fees; it has 18 decimals on every network. */
  readonly own: string;
  /** Typical seconds between two blocks. */
  readonly blockSeconds: number;
  /** Confirmations by default. */
  readonly confirmations: number;
  readonly finality: Finality;
  /** Typical seconds until a node marks a new block. */
  readonly markedAfterSeconds: { readonly safe: number; readonly finalized: number };
  readonly dataFee: DataFee;
  /** Maximum price of a unit of gas, in gwei: payments wait while the network asks for more. */
  readonly maxGwei: number;
  /** Minimum tip of a unit of gas, in wei, with which nodes relay and producers include a transaction; 0 where others' tips decide. */
  readonly minTip: bigint;
}

/** Decimals of every EVM network's own coin. */
export const evmOwnDecimals = 18;

/** The networks that the exchange knows by name. Settings describe others: {@link OwnEvmNetwork}. */
export const evmNetworks = {
  ETH: {
    chainId: 1,
    own: 'ETH',
    blockSeconds: 12,
    confirmations: 12,
    finality: 'depth',
    markedAfterSeconds: { safe: 400, finalized: 960 },
    dataFee: 'none',
    maxGwei: 300,
    minTip: 1_000_000n,
  },
  BSC: {
    chainId: 56,
    own: 'BNB',
    blockSeconds: 0.75,
    confirmations: 15,
    finality: 'finalized',
    markedAfterSeconds: { safe: 2, finalized: 3 },
    dataFee: 'none',
    maxGwei: 50,
    minTip: 100_000_000n,
  },
  POLYGON: {
    chainId: 137,
    own: 'POL',
    blockSeconds: 2,
    confirmations: 64,
    finality: 'finalized',
    markedAfterSeconds: { safe: 6, finalized: 6 },
    dataFee: 'none',
    maxGwei: 5_000,
    minTip: 30_000_000_000n,
  },
  BASE: {
    chainId: 8453,
    own: 'ETH',
    blockSeconds: 2,
    confirmations: 30,
    finality: 'safe',
    markedAfterSeconds: { safe: 240, finalized: 1_200 },
    dataFee: 'optimism',
    maxGwei: 100,
    minTip: 1_000_000n,
  },
  ARBITRUM: {
    chainId: 42161,
    own: 'ETH',
    blockSeconds: 0.25,
    confirmations: 120,
    finality: 'safe',
    markedAfterSeconds: { safe: 600, finalized: 1_200 },
    dataFee: 'arbitrum',
    maxGwei: 100,
    // The sequencer includes transactions in the order of their arrival, and takes no tips.
    minTip: 0n,
  },
} as const satisfies Readonly<Record<string, EvmNetwork>>;

export type KnownEvmChain = keyof typeof evmNetworks;

/** The name of a network that only settings describe: `EVM` and its chain id, as `EVM59144`. */
export type OwnEvmChain = `EVM${number}`;

/** An EVM network's name. */
export type EvmChainName = KnownEvmChain | OwnEvmChain;

/** A coin on a network that settings describe. Amounts are decimals of the coin. */
export interface OwnEvmCoin {
  readonly coin: string;
  /** The token's contract in lower case; null for the network's own coin. */
  readonly contract: string | null;
  readonly chainDecimals: number;
  readonly fee: string;
  readonly min: string;
  readonly max: string;
  readonly minDeposit: string;
}

/** An EVM network that operators describe in settings. */
export interface OwnEvmNetwork extends EvmNetwork {
  readonly chain: OwnEvmChain;
  /** The name that customers read. */
  readonly title: string;
  readonly coins: readonly OwnEvmCoin[];
}

/** True if a text is the name of an EVM network. */
export function isEvmChain(name: string): name is EvmChainName {
  return isKnownEvmChain(name) || isOwnEvmChain(name);
}

export function isKnownEvmChain(name: string): name is KnownEvmChain {
  return Object.hasOwn(evmNetworks, name);
}

/** True if a text names a network by its chain id. A known network's chain id gives false, because the network would have two names. */
export function isOwnEvmChain(name: string): name is OwnEvmChain {
  return /^EVM[1-9]\d{0,9}$/.test(name) && nameOfChainId(ownChainId(name)) === null;
}

/** The known network with a chain id; null if there is none. */
export function nameOfChainId(chainId: number): KnownEvmChain | null {
  const names = Object.keys(evmNetworks).filter((name) => isKnownEvmChain(name));
  return names.find((name) => evmNetworks[name].chainId === chainId) ?? null;
}

/** What is known of a network; null for one that settings describe. */
export function knownEvmNetwork(name: EvmChainName): EvmNetwork | null {
  return isKnownEvmChain(name) ? evmNetworks[name] : null;
}

/** The chain id that a network's name stands for. */
export function mainChainId(name: EvmChainName): number {
  return knownEvmNetwork(name)?.chainId ?? ownChainId(name);
}

function ownChainId(name: string): number {
  return Number(name.slice('EVM'.length));
}
