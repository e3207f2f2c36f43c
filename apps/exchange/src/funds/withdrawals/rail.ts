import type { Lang } from '@fft/contract';
import type { AccountKind } from '@fft/engine';
import type { Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { bankRail, chainName, type Chain, type Network } from '../../assets/networks.ts';
import { readPauses } from '../../assets/network-pauses.ts';
import { openNetworks } from '../../assets/open-networks.ts';
import type { SavedAddress } from '../addresses/index.ts';

/** The rules of one coin on one rail. Amounts are decimals of the coin. */
export type RailNetwork = Pick<Network, 'coin' | 'fee' | 'min' | 'max' | 'precision'> & {
  readonly chain: string;
  /** Typical seconds until a payment is final. */
  readonly arrivesWithinSeconds?: number;
  /** True while operators take no withdrawals over it. */
  readonly isPaused?: boolean;
};

export type RecipientDoubt = 'addressInvalid' | 'addressUnusable' | 'addressOfHouse';

/** The way that withdrawals take: chains for coins, banks for currencies. Waits, codes, limits, reviews and MACs are the same. */
export interface Rail {
  /** The account that it takes the money from. */
  readonly kind: AccountKind;
  networks(): Promise<readonly RailNetwork[]>;
  /** The reason why a saved address cannot receive withdrawals; null if there is none. */
  doubt(place: { readonly chain: string; readonly address: string }): Promise<RecipientDoubt | null>;
  /** The lines of the code's mail that name network and recipient. */
  describe(network: RailNetwork, address: SavedAddress, lang: Lang): readonly string[];
}

/** The account that a withdrawal's money comes from. */
export function kindOf({ chain }: { readonly chain: string }): AccountKind {
  return chain === bankRail ? 'fiat' : 'coin';
}

export function createChainRail(
  { db, directory }: { readonly db: Kysely<Tables>; readonly directory: Pick<Directory, 'isCoinOfChains' | 'tokens'> },
  recipientDoubt: (place: { readonly chain: Chain; readonly address: string }) => Promise<RecipientDoubt | null>,
): Rail {
  return {
    kind: 'coin',
    networks: async () => {
      const [networks, pauses] = await Promise.all([openNetworks(db, directory.tokens), readPauses(db)]);
      return networks
        .filter(({ coin }) => directory.isCoinOfChains(coin))
        .map((network) => ({
          ...network,
          isPaused: pauses.isPaused('withdrawals', network.chain, network.coin),
        }));
    },
    doubt: ({ chain, address }) => recipientDoubt({ chain: chain as Chain, address }),
    describe: ({ chain: key }, { address, memo }, lang) => {
      const chain = chainName(directory.tokens, key, lang);
      const where = memo === '' ? address : `${address} (Memo/Tag ${memo})`;
      return lang === 'zh' ? [`网络：${chain}`, `地址：${where}`] : [`Network: ${chain}`, `Address: ${where}`];
    },
  };
}
