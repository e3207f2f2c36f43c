/** A block that counts as final: only as deep as the confirmations, or marked by the node as safe or finalized as well. */
export type Finality = 'depth' | 'safe' | 'finalized';

/**
 * What a transaction costs beside its gas. `optimism`: a charge for its data, which a contract tells and no field of the transaction
 * bounds. `arbitrum`: its data counts as gas, so that even a plain payment takes more than elsewhere.
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
}

/** Decimals of every EVM network's own coin. */
export const evmOwnDecimals = 18;

/** The networks known by name, the names being the exchange's. */
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
  },
} as const satisfies Readonly<Record<string, EvmNetwork>>;

export type KnownEvmChain = keyof typeof evmNetworks;

/** An EVM network's name: a known one, or `EVM` and the chain id, as `EVM59144`. */
export type EvmChainName = KnownEvmChain | `EVM${number}`;

/** True if a text is the name of an EVM network. */
export function isEvmChain(name: string): name is EvmChainName {
  return isKnownEvmChain(name) || /^EVM[1-9]\d{0,9}$/.test(name);
}

export function isKnownEvmChain(name: string): name is KnownEvmChain {
  return Object.hasOwn(evmNetworks, name);
}

/** What is known of a network; null for one that settings describe. */
export function knownEvmNetwork(name: EvmChainName): EvmNetwork | null {
  return Object.entries<EvmNetwork>(evmNetworks).find(([known]) => known === name)?.[1] ?? null;
}

/** The chain id that a network's name stands for. */
export function mainChainId(name: EvmChainName): number {
  return knownEvmNetwork(name)?.chainId ?? Number(name.slice('EVM'.length));
}
