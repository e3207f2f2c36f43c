import { evmNetworks, isOwnEvmChain } from '@fft/chains';
import type { ExplorerSettings, KnownNetwork } from '../config/chains.ts';
import type { AnyHandle } from '../database/rooms.ts';
import { own } from './room.ts';

interface Explorer {
  /** The main network, as custody records it. */
  readonly network: string;
  readonly url: string;
}

const evm = (chain: keyof typeof evmNetworks, url: string): Explorer => ({
  network: String(evmNetworks[chain].chainId),
  url,
});

/** The usual explorers of main networks. A test network, or the demo's, has none by default: a link would lead to nothing, or to another transaction. */
const usual: Readonly<Record<KnownNetwork, Explorer>> = {
  ETH: evm('ETH', 'https://etherscan.io'),
  BSC: evm('BSC', 'https://bscscan.com'),
  POLYGON: evm('POLYGON', 'https://polygonscan.com'),
  BASE: evm('BASE', 'https://basescan.org'),
  ARBITRUM: evm('ARBITRUM', 'https://arbiscan.io'),
  LTC: { network: 'litecoin', url: 'https://litecoinspace.org' },
  BTC: { network: 'bitcoin', url: 'https://mempool.space' },
  DOGE: { network: 'dogecoin', url: 'https://dogechain.info' },
  SOL: { network: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d', url: 'https://explorer.solana.com' },
};

interface OnChain {
  readonly chain: string;
  /** The network that custody recorded under the chain's name. */
  readonly network: string;
  readonly txid: string | null;
}

/** The page of a transaction at a block explorer; null if there is no transaction, or no explorer for the network. */
export function explorerUrl(settings: ExplorerSettings, { chain, network, txid }: OnChain): string | null {
  if (txid === null || txid.startsWith('internal')) return null;
  const base = baseOf(settings, chain, network);
  if (base === null) return null;
  const id = encodeURIComponent(txid);
  return base.includes('{tx}') ? base.replace('{tx}', id) : `${base.replace(/\/+$/, '')}/tx/${id}`;
}

/** An explorer's address; a network that settings describe has that of its settings. */
function baseOf(settings: ExplorerSettings, chain: string, network: string): string | null {
  if (isOwnEvmChain(chain)) return settings[chain] ?? null;
  if (!isExplored(chain)) return null;
  const { network: main, url } = usual[chain];
  return settings[chain] === undefined ? (network === main ? url : null) : settings[chain];
}

function isExplored(chain: string): chain is KnownNetwork {
  return Object.hasOwn(usual, chain);
}

/** The page of a transaction on a chain that custody follows. */
type LinkTo = (chain: string, txid: string | null) => string | null;

export interface ExplorerLinks {
  /** Finds the page of one transaction. */
  readonly find: (...transaction: Parameters<LinkTo>) => Promise<string | null>;
  /** Reads the followed chains once, for the transactions of a list. */
  readonly read: () => Promise<LinkTo>;
}

export function createExplorerLinks(handle: AnyHandle, settings: ExplorerSettings): ExplorerLinks {
  const db = own(handle);
  const read = async (): Promise<LinkTo> => {
    const rows = await db.selectFrom('custody_chains').select(['chain', 'network']).execute();
    const networks = new Map(rows.map(({ chain, network }) => [chain, network]));
    return (chain, txid) => {
      const network = networks.get(chain);
      return network === undefined ? null : explorerUrl(settings, { chain, network, txid });
    };
  };
  return { read, find: async (chain, txid) => (txid === null ? null : (await read())(chain, txid)) };
}
