import { isEvmChain, isUtxoChain, type OwnEvmNetwork, type UtxoChainName } from '@fft/chains';
import * as z from 'zod';
import {
  evmConfirmationsOf,
  evmEnvironment,
  type EvmNetworkSetting,
  evmNetworksOf,
  evmNodeSettings,
} from './evm-settings.ts';
import { ownNetworksForm, type OwnEvmSetting } from './own-evm-settings.ts';
import { explorerEnvironment, explorersOf, type ExplorerSettings } from './explorer-settings.ts';
import { address, json, program } from './setting-forms.ts';
import { solanaEnvironment, solanaOf, type SolanaSetting } from './solana-settings.ts';
import { wholeNumber } from './whole-number.ts';

/** The cold address of a chain's surplus, and the amount of each coin that stays hot; decimals of the coin. */
interface ColdSetting {
  readonly address: string;
  readonly coins: Readonly<Record<string, { readonly most: string; readonly keep: string; readonly least: string }>>;
}

/** A chain to follow: its node, the signer of its keys, and the required depth. */
type ChainSetting = {
  readonly signerSocket: string;
  readonly confirmations: number;
  readonly cold?: ColdSetting | undefined;
} & (
  | EvmNetworkSetting
  | (TwoNodes & { readonly chain: UtxoChainName })
  | SolanaSetting
  | (TwoNodes & {
      readonly chain: 'TRX';
      readonly apiKey: string | null;
      readonly secondApiKey: string | null;
      readonly feeMax: bigint;
      readonly contracts: Readonly<Record<string, string>>;
    })
);

interface TwoNodes {
  readonly rpcUrl: string;
  /** A second, independent node; null if the first alone is trusted. */
  readonly secondRpcUrl: string | null;
}

const coldSetting = z.strictObject({
  address: z.string(),
  coins: z.record(z.string(), z.strictObject({ most: z.string(), keep: z.string(), least: z.string() })),
});

/** All settings of chains. */
export interface ChainsSetting {
  /** True if the demo runs a chain and coins move on it (demo only). */
  readonly demoChain: boolean;
  /** Seconds between two blocks of the demo's chains. */
  readonly demoBlockSeconds: number;
  /** Programs of the demo's chains; null: those on the `PATH`. */
  readonly demoPrograms: Readonly<Record<'LITECOIND_PATH' | 'BITCOIND_PATH', string | null>>;
  /** The chains for deposits and withdrawals; empty, or the demo's. */
  readonly chains: readonly ChainSetting[];
  /** EVM networks that the code doesn't know, followed or not. */
  readonly ownNetworks: readonly OwnEvmNetwork[];
  /** When a deposit is swept to the hot wallet: a multiple of the sweep's cost, and a minimum per coin for tokens without a price in the chain's coin. */
  readonly sweeping: { readonly costMultiple: number; readonly least: Readonly<Record<string, string>> };
  /** How long withdrawals are gathered for one transaction on Bitcoin's family; 0 to pay each by its own. */
  readonly batchSeconds: number;
  /** Deposits worth this much, in whole USDT, wait until the chain's second node confirms them. */
  readonly secondNodeFromUsdt: number;
  /** Block explorers, where they aren't the usual ones. */
  readonly explorers: ExplorerSettings;
  /** Confirmations after which money on the demo's chains counts. */
  readonly confirmations: Readonly<Record<'ETH' | 'BSC' | 'POLYGON' | 'LTC' | 'BTC' | 'SOL', number>>;
}

/** The environment variables of chains. */
export const chainEnvironment = {
  DEMO_CHAIN: z.enum(['on', 'off'], 'must be on or off').nullable().default(null),
  DEMO_BLOCK_SECONDS: wholeNumber(1, 60, 2),
  LITECOIND_PATH: program,
  BITCOIND_PATH: program,
  ...evmEnvironment,
  EVM_NETWORKS: ownNetworksForm,
  ...explorerEnvironment,
  DOGE_RPC_URL: address(/^https?$/, 'http://name:password@node.example:22555'),
  DOGE_RPC_URL_2: address(/^https?$/, 'http://name:password@other-node.example:22555'),
  DOGE_CONFIRMATIONS: wholeNumber(1, 1_000, 40),
  LTC_RPC_URL: address(/^https?$/, 'http://name:password@node.example:9332'),
  LTC_RPC_URL_2: address(/^https?$/, 'http://name:password@other-node.example:9332'),
  LTC_CONFIRMATIONS: wholeNumber(1, 1_000, 12).nullable().default(null),
  BTC_RPC_URL: address(/^https?$/, 'http://name:password@node.example:8332'),
  BTC_RPC_URL_2: address(/^https?$/, 'http://name:password@other-node.example:8332'),
  BTC_CONFIRMATIONS: wholeNumber(1, 1_000, 3).nullable().default(null),
  TRON_RPC_URL: address(/^https?$/, 'https://node.example'),
  TRON_RPC_URL_2: address(/^https?$/, 'https://other-node.example'),
  TRON_API_KEY: z.string().nullable().default(null),
  TRON_API_KEY_2: z.string().nullable().default(null),
  SECOND_NODE_FROM_USDT: wholeNumber(0, 999_999_999, 1_000),
  ONE_NODE: z.enum(['believed', 'refused'], 'must be believed or refused').default('refused'),
  TRON_CONFIRMATIONS: wholeNumber(1, 1_000, 20),
  TRON_FEE_MAX: wholeNumber(1, 1_000, 40),
  TRON_USDT: z
    .string()
    .regex(/^T[1-9A-HJ-NP-Za-km-z]{33}$/, 'must be the address of a contract')
    .nullable()
    .default(null),
  ...solanaEnvironment,
  WITHDRAWAL_BATCH_SECONDS: wholeNumber(0, 600, 10),
  SWEEP_COST_MULTIPLE: wholeNumber(1, 1_000, 5),
  SWEEP_LEAST: json
    .pipe(z.record(z.string(), z.string().regex(/^\d{1,12}(\.\d{1,8})?$/, 'must list amounts like {"USDT":"50"}')))
    .default({ USDT: '50' }),
  COLD_STORAGE: json
    .pipe(
      z.record(
        z
          .string()
          .refine(
            (chain): boolean => isEvmChain(chain) || isUtxoChain(chain) || chain === 'TRX' || chain === 'SOL',
            'must name chains like ETH',
          ),
        coldSetting,
      ),
    )
    .default({}),
  SIGNER_SOCKET: z.string().nullable().default(null),
};

type ChainEnvironment = z.output<z.ZodObject<typeof chainEnvironment>> & { readonly MODE: 'demo' | 'production' };

const otherNodes = ['LTC_RPC_URL', 'BTC_RPC_URL', 'DOGE_RPC_URL', 'TRON_RPC_URL', 'SOLANA_RPC_URL'] as const;

/** Nodes without a signer, or a signer without a node. */
export function signerProblems(given: Readonly<Record<string, string | undefined>>): string[] {
  const nodes = [...evmNodeSettings(given), ...otherNodes];
  const hasNode = nodes.some((name) => given[name] !== undefined);
  if (hasNode === (given['SIGNER_SOCKET'] !== undefined)) return [];
  const why = 'a chain needs a node to follow it and a signer to pay on it';
  return [`${nodes.join(', ')} and SIGNER_SOCKET go together: ${why}`];
}

/** Derives the settings of chains; `own` are the networks that the settings add. */
export function chainsOf(data: ChainEnvironment, own: readonly OwnEvmSetting[]): ChainsSetting {
  const { LTC_RPC_URL, BTC_RPC_URL, SIGNER_SOCKET: signerSocket } = data;
  // Nodes and the signer go together.
  const isFollowing = signerSocket !== null;
  const demoChain = data.MODE === 'demo' && !isFollowing && data.DEMO_CHAIN !== 'off';
  const confirmations = {
    // The demo's chains reorganise only when a test makes them.
    ETH: evmConfirmationsOf(data, 'ETH', demoChain),
    BSC: evmConfirmationsOf(data, 'BSC', demoChain),
    POLYGON: evmConfirmationsOf(data, 'POLYGON', demoChain),
    LTC: data.LTC_CONFIRMATIONS ?? (demoChain ? 3 : 12),
    BTC: data.BTC_CONFIRMATIONS ?? 3,
    DOGE: data.DOGE_CONFIRMATIONS,
    TRX: data.TRON_CONFIRMATIONS,
    SOL: data.SOLANA_CONFIRMATIONS ?? (demoChain ? 3 : 32),
  };
  const shared = {
    demoChain,
    demoBlockSeconds: data.DEMO_BLOCK_SECONDS,
    demoPrograms: { LITECOIND_PATH: data.LITECOIND_PATH, BITCOIND_PATH: data.BITCOIND_PATH },
    confirmations,
    explorers: {
      ...explorersOf(data),
      ...Object.fromEntries(own.map(({ network, explorer }) => [network.chain, explorer])),
    },
    ownNetworks: own.map(({ network }) => network),
    secondNodeFromUsdt: data.SECOND_NODE_FROM_USDT,
    batchSeconds: data.WITHDRAWAL_BATCH_SECONDS,
    sweeping: { costMultiple: data.SWEEP_COST_MULTIPLE, least: data.SWEEP_LEAST },
  };
  if (signerSocket === null) return { chains: [], ...shared };
  const coldOf = (chain: ChainSetting['chain']) => {
    const cold = data.COLD_STORAGE[chain];
    return cold && { cold };
  };
  const common = (chain: UtxoChainName | 'TRX' | 'SOL') => {
    return { signerSocket, confirmations: confirmations[chain], ...coldOf(chain) };
  };
  const utxo = (chain: UtxoChainName, rpcUrl: string | null): ChainSetting[] =>
    rpcUrl === null ? [] : [{ chain, rpcUrl, secondRpcUrl: data[`${chain}_RPC_URL_2`], ...common(chain) }];
  const chains: ChainSetting[] = [
    ...[...evmNetworksOf(data), ...own.flatMap(({ followed }) => followed ?? [])].map((network) => ({
      ...network,
      signerSocket,
      ...coldOf(network.chain),
    })),
    ...utxo('LTC', LTC_RPC_URL),
    ...utxo('BTC', BTC_RPC_URL),
    ...utxo('DOGE', data.DOGE_RPC_URL),
    ...tronOf(data, common('TRX')),
    ...solanaOf(data).map((solana) => ({ ...solana, ...common('SOL') })),
  ];
  return { chains, ...shared };
}

function tronOf(
  { TRON_RPC_URL: rpcUrl, TRON_API_KEY: apiKey, TRON_FEE_MAX: feeMax, TRON_USDT: usdt, ...data }: ChainEnvironment,
  common: Pick<ChainSetting, 'signerSocket' | 'confirmations' | 'cold'>,
): ChainSetting[] {
  if (rpcUrl === null) return [];
  const contracts: Readonly<Record<string, string>> = usdt === null ? {} : { USDT: usdt };
  const { TRON_RPC_URL_2: secondRpcUrl, TRON_API_KEY_2: secondApiKey } = data;
  const second = { secondRpcUrl, secondApiKey };
  return [{ chain: 'TRX', rpcUrl, ...second, apiKey, contracts, feeMax: BigInt(feeMax) * 10n ** 6n, ...common }];
}
