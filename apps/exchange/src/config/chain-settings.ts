import * as z from 'zod';
import { address, json } from './setting-forms.ts';
import { wholeNumber } from './whole-number.ts';

/** The cold address of a chain's surplus, and the amount of each coin that stays hot; decimals of the coin. */
interface ColdSetting {
  readonly address: string;
  readonly coins: Readonly<Record<string, { readonly most: string; readonly keep: string; readonly least: string }>>;
}

/** A chain to follow: its node, the signer of its keys, and the required depth. */
type ChainSetting = {
  readonly rpcUrl: string;
  /** A second, independent node; null if the first alone is trusted. */
  readonly secondRpcUrl: string | null;
  readonly signerSocket: string;
  readonly confirmations: number;
  readonly cold?: ColdSetting | undefined;
} & (
  | { readonly chain: 'ETH'; readonly contracts: Readonly<Record<string, string>>; readonly traces: boolean }
  | { readonly chain: 'BTC' | 'LTC' }
  | {
      readonly chain: 'TRX';
      readonly apiKey: string | null;
      readonly secondApiKey: string | null;
      readonly feeMax: bigint;
      readonly contracts: Readonly<Record<string, string>>;
    }
);

const coldSetting = z.strictObject({
  address: z.string(),
  coins: z.record(z.string(), z.strictObject({ most: z.string(), keep: z.string(), least: z.string() })),
});

/** All settings of chains. */
export interface ChainsSetting {
  /** True if the demo runs a chain and coins move on it (demo only). */
  readonly demoChain: boolean;
  /** The chains for deposits and withdrawals; empty, or the demo's. */
  readonly chains: readonly ChainSetting[];
  /** When a deposit is swept to the hot wallet: a multiple of the sweep's cost, and a minimum per coin for tokens without a price in the chain's coin. */
  readonly sweeping: { readonly costMultiple: number; readonly least: Readonly<Record<string, string>> };
  /** Deposits worth this much, in whole USDT, wait until the chain's second node confirms them. */
  readonly secondNodeFromUsdt: number;
  /** Confirmations after which money on a chain counts. */
  readonly confirmations: Readonly<Record<ChainSetting['chain'], number>>;
}

/** The environment variables of chains. */
export const chainEnvironment = {
  DEMO_CHAIN: z.enum(['on', 'off'], 'must be on or off').nullable().default(null),
  EVM_RPC_URL: address(/^https?$/, 'https://node.example'),
  EVM_RPC_URL_2: address(/^https?$/, 'https://other-node.example'),
  EVM_CONFIRMATIONS: wholeNumber(1, 1_000, 12).nullable().default(null),
  EVM_USDT: z
    .string()
    .regex(/^0x[0-9a-fA-F]{40}$/, 'must be the address of a contract')
    .nullable()
    .default(null),
  EVM_TRACES: z.enum(['on', 'off'], 'must be on or off').default('off'),
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
  SWEEP_COST_MULTIPLE: wholeNumber(1, 1_000, 5),
  SWEEP_LEAST: json
    .pipe(z.record(z.string(), z.string().regex(/^\d{1,12}(\.\d{1,8})?$/, 'must list amounts like {"USDT":"50"}')))
    .default({ USDT: '50' }),
  COLD_STORAGE: json.pipe(z.partialRecord(z.enum(['ETH', 'LTC', 'BTC', 'TRX']), coldSetting)).default({}),
  SIGNER_SOCKET: z.string().nullable().default(null),
};

type ChainEnvironment = z.output<z.ZodObject<typeof chainEnvironment>> & { readonly MODE: 'demo' | 'production' };

/** Settings with a chain's node. */
export const nodes = ['EVM_RPC_URL', 'LTC_RPC_URL', 'BTC_RPC_URL', 'TRON_RPC_URL'] as const;

/** Derives the settings of chains. */
export function chainsOf(data: ChainEnvironment): ChainsSetting {
  const { EVM_RPC_URL, LTC_RPC_URL, BTC_RPC_URL, EVM_USDT: usdt, SIGNER_SOCKET: signerSocket } = data;
  const isFollowing = [EVM_RPC_URL, LTC_RPC_URL, BTC_RPC_URL, data.TRON_RPC_URL].some((url) => url !== null);
  const demoChain = data.MODE === 'demo' && !isFollowing && data.DEMO_CHAIN !== 'off';
  const confirmations = {
    // The demo's chains reorganise only when a test makes them.
    ETH: data.EVM_CONFIRMATIONS ?? (demoChain ? 3 : 12),
    LTC: data.LTC_CONFIRMATIONS ?? (demoChain ? 3 : 12),
    BTC: data.BTC_CONFIRMATIONS ?? 3,
    TRX: data.TRON_CONFIRMATIONS,
  };
  const shared = {
    demoChain,
    confirmations,
    secondNodeFromUsdt: data.SECOND_NODE_FROM_USDT,
    sweeping: { costMultiple: data.SWEEP_COST_MULTIPLE, least: data.SWEEP_LEAST },
  };
  if (signerSocket === null) return { chains: [], ...shared };
  const contracts: Readonly<Record<string, string>> = usdt === null ? {} : { USDT: usdt };
  const common = (chain: ChainSetting['chain']) => {
    const cold = data.COLD_STORAGE[chain];
    return { signerSocket, confirmations: confirmations[chain], ...(cold && { cold }) };
  };
  const utxo = (chain: 'BTC' | 'LTC', rpcUrl: string | null): ChainSetting[] =>
    rpcUrl === null ? [] : [{ chain, rpcUrl, secondRpcUrl: data[`${chain}_RPC_URL_2`], ...common(chain) }];
  const { EVM_RPC_URL_2: secondRpcUrl } = data;
  const ethereum = { chain: 'ETH', contracts, secondRpcUrl, traces: data.EVM_TRACES === 'on' } as const;
  const chains: ChainSetting[] = [
    ...(EVM_RPC_URL === null ? [] : [{ ...ethereum, rpcUrl: EVM_RPC_URL, ...common('ETH') }]),
    ...utxo('LTC', LTC_RPC_URL),
    ...utxo('BTC', BTC_RPC_URL),
    ...tronOf(data, common('TRX')),
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
