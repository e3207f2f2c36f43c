import { parseDecimal } from '@fft/decimal';
import type { Directory } from '../ledger/listings/directory.ts';
import { allNetworks, type FollowedNetwork, isOn, type Chain, type Network } from '../assets/networks.ts';

/** A coin as it exists on a chain. */
export interface ChainCoin {
  readonly coin: string;
  readonly asset: number;
  readonly ledgerDecimals: number;
  readonly chainDecimals: number;
  /** The token's contract, in the form that is compared; null for the chain's own coin. */
  readonly contract: string | null;
  readonly network: Network;
}

/** Minimum deposit in the ledger's units; smaller ones are not credited. */
export function minDeposit({ network, ledgerDecimals }: ChainCoin): number {
  const least = parseDecimal(network.minDeposit, ledgerDecimals);
  if (!least.ok) throw new Error(`${network.coin} on ${network.chain} has no minimum deposit`);
  return least.units;
}

/** The coins of one chain. */
export class ChainCoins {
  readonly chain: Chain;
  readonly all: readonly ChainCoin[];
  readonly contracts: ReadonlySet<string>;
  readonly #byContract: ReadonlyMap<string | null, ChainCoin>;

  /** `contractOf` converts a contract into the form that is compared. */
  constructor(
    chain: Chain,
    directory: Directory,
    { contractOf, ...followed }: FollowedNetwork & { readonly contractOf: (written: string) => string },
  ) {
    const { contracts } = followed;
    this.chain = chain;
    this.all = allNetworks(directory.tokens)
      .filter((network) => network.chain === chain && isOn(network, followed))
      .flatMap((network) => {
        const asset = directory.assetId(network.coin);
        if (asset === null || !directory.isCoinOfChains(network.coin)) return [];
        const contract = contracts[network.coin] ?? network.contract;
        const ledgerDecimals = directory.asset(asset).decimals;
        const { coin, chainDecimals } = network;
        return [{ coin, asset, ledgerDecimals, chainDecimals, contract: contract && contractOf(contract), network }];
      });
    this.#byContract = new Map(this.all.map((coin) => [coin.contract, coin]));
    this.contracts = new Set(this.all.flatMap(({ contract }) => contract ?? []));
  }

  byContract(contract: string | null): ChainCoin | null {
    return this.#byContract.get(contract) ?? null;
  }

  /** The coin that fees are paid in. @throws if the listing lacks it */
  get own(): ChainCoin {
    const own = this.byContract(null);
    if (!own) throw new Error(`the own coin of ${this.chain} isn't listed`);
    return own;
  }

  byName(coin: string): ChainCoin | null {
    return this.all.find((one) => one.coin === coin) ?? null;
  }
}
