import { lowerCaseAddress } from '@fft/chains';
import { parseDecimal } from '@fft/decimal';
import type { Directory } from '../ledger/listings/directory.ts';
import { networks, type Chain, type Network } from '../markets/listing/networks.ts';

/** A coin as it lives on a chain. */
export interface ChainCoin {
  readonly coin: string;
  readonly asset: number;
  readonly ledgerDecimals: number;
  readonly chainDecimals: number;
  /** The token's contract, in the form that is compared; null for the chain's own coin. */
  readonly contract: string | null;
  readonly network: Network;
}

/** Units of the ledger; less isn't credited. */
export function leastDeposit({ network, ledgerDecimals }: ChainCoin): number {
  const least = parseDecimal(network.minDeposit, ledgerDecimals);
  if (!least.ok) throw new Error(`${network.coin} over ${network.chain} has no least deposit`);
  return least.units;
}

/** In lowerCaseAddress letters on Ethereum's kind, where they may be written in any. */
function formOf(chain: Chain, contract: string): string {
  return chain === 'ETH' ? lowerCaseAddress(contract) : contract;
}

/** What comes and goes over one chain. */
export class ChainCoins {
  readonly chain: Chain;
  readonly all: readonly ChainCoin[];
  readonly contracts: ReadonlySet<string>;
  readonly #byContract: ReadonlyMap<string | null, ChainCoin>;

  /** `contracts` are the tokens' contracts, by coin, where they aren't those of the listing. */
  constructor(chain: Chain, directory: Directory, contracts: Readonly<Record<string, string>>) {
    this.chain = chain;
    this.all = networks
      .filter((network) => network.chain === chain)
      .flatMap((network) => {
        const asset = directory.assetId(network.coin);
        if (asset === null) return [];
        const contract = contracts[network.coin] ?? network.contract;
        const ledgerDecimals = directory.asset(asset).decimals;
        const { coin, chainDecimals } = network;
        return [{ coin, asset, ledgerDecimals, chainDecimals, contract: contract && formOf(chain, contract), network }];
      });
    this.#byContract = new Map(this.all.map((coin) => [coin.contract, coin]));
    this.contracts = new Set(this.all.flatMap(({ contract }) => contract ?? []));
  }

  byContract(contract: string | null): ChainCoin | null {
    return this.#byContract.get(contract) ?? null;
  }

  /** The coin that fees are paid in. @throws where the listing hasn't got it */
  get own(): ChainCoin {
    const own = this.byContract(null);
    if (!own) throw new Error(`the own coin of ${this.chain} isn't listed`);
    return own;
  }

  byName(coin: string): ChainCoin | null {
    return this.all.find((one) => one.coin === coin) ?? null;
  }
}
