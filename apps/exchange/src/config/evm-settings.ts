import {
  type EvmChainName,
  evmNetworks,
  type Finality,
  isKnownEvmChain,
  type KnownEvmChain,
  type OwnEvmNetwork,
} from '@fft/chains';
import * as z from 'zod';
import { json } from './setting-forms.ts';
import { wholeNumber } from './whole-number.ts';

/** An EVM network to follow. */
export interface EvmNetworkSetting {
  readonly chain: EvmChainName;
  /** Where the code doesn't know the network. */
  readonly description?: OwnEvmNetwork;
  /** The chain id that its nodes must have; null: any, as in the demo. */
  readonly chainId: number | null;
  /** Nodes in the order in which they are asked; a credit needs the word of two hosts. */
  readonly rpcUrls: readonly string[];
  readonly confirmations: number;
  readonly finality: Finality;
  /** Token contracts by coin, where they differ from the listing's. */
  readonly contracts: Readonly<Record<string, string>>;
  readonly traces: boolean;
  /** The contract that makes several payments of a token; null to pay each withdrawal by its own transaction. */
  readonly disperse: string | null;
}

/** The first word of each network's settings. */
const prefixes = {
  ETH: 'ETHEREUM',
  BSC: 'BSC',
  POLYGON: 'POLYGON',
  BASE: 'BASE',
  ARBITRUM: 'ARBITRUM',
} as const satisfies Readonly<Record<KnownEvmChain, string>>;
type Prefix = (typeof prefixes)[KnownEvmChain];

/** Nodes by their addresses, separated by commas. */
export const nodeList = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .refine(
    (urls) =>
      urls.every((url) => /^https?:$/.test(URL.parse(url)?.protocol ?? '')) && new Set(urls).size === urls.length,
    'must list different URLs like https://node.example,https://other-node.example',
  );

const contracts = json.pipe(
  z.record(
    z.string().regex(/^[A-Z0-9]{2,10}$/),
    z.string().regex(/^0x[0-9a-fA-F]{40}$/, 'must list contracts like {"USDT":"0x…"}'),
  ),
);

/** When a block is final. */
export const finalityForm = z.enum(['depth', 'safe', 'finalized'], 'must be depth, safe or finalized');
export const tracesForm = z.enum(['on', 'off'], 'must be on or off').default('off');
/** The contract that pays batches. */
export const disperseForm = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, 'must be the address of a contract like 0x…')
  .nullable()
  .default(null);

const forms = {
  RPC_URLS: nodeList.nullable().default(null),
  CHAIN_ID: wholeNumber(1, 999_999_999, 1).nullable().default(null),
  CONFIRMATIONS: wholeNumber(1, 1_000, 12).nullable().default(null),
  FINALITY: finalityForm.nullable().default(null),
  CONTRACTS: contracts.default({}),
  TRACES: tracesForm,
  DISPERSE: disperseForm,
};

type EvmEnvironmentShape = {
  readonly [
    Name in `${Prefix}_${keyof typeof forms}`
  ]: Name extends `${Prefix}_${infer Form extends keyof typeof forms}` ? (typeof forms)[Form] : never;
};

/** The environment variables of EVM networks. */
export const evmEnvironment = Object.fromEntries(
  Object.values(prefixes).flatMap((prefix) =>
    Object.entries(forms).map(([name, form]) => [`${prefix}_${name}`, form] as const),
  ),
) as unknown as EvmEnvironmentShape;

type EvmEnvironment = z.output<z.ZodObject<EvmEnvironmentShape>>;

/** Settings that name a known EVM network's nodes. */
const knownNodeSettings = Object.values(prefixes).map((prefix) => `${prefix}_RPC_URLS` as const);

/** Settings that name an EVM network's nodes: of the known networks, and of those that the settings add. */
export function evmNodeSettings(given: Readonly<Record<string, string | undefined>>): string[] {
  return [...knownNodeSettings, ...Object.keys(given).filter((name) => /^EVM\d+_RPC_URLS$/.test(name))];
}

/** The settings that give a known network another chain id. */
export const chainIdSettings: readonly string[] = Object.values(prefixes).map((prefix) => `${prefix}_CHAIN_ID`);

/** Confirmations of a network by its setting, or by what is usual there. The demo's chains reorganise only when a test makes them. */
export function evmConfirmationsOf(data: EvmEnvironment, chain: KnownEvmChain, isDemo: boolean): number {
  return data[`${prefixes[chain]}_CONFIRMATIONS`] ?? (isDemo ? 3 : evmNetworks[chain].confirmations);
}

/** The networks with nodes in the settings. */
export function evmNetworksOf(data: EvmEnvironment & { readonly MODE: 'demo' | 'production' }): EvmNetworkSetting[] {
  return Object.keys(evmNetworks).flatMap((chain): EvmNetworkSetting[] => {
    if (!isKnownEvmChain(chain)) return [];
    const prefix = prefixes[chain];
    const rpcUrls = data[`${prefix}_RPC_URLS`];
    if (rpcUrls === null) return [];
    const mainId = data.MODE === 'demo' ? null : evmNetworks[chain].chainId;
    return [
      {
        chain,
        chainId: data[`${prefix}_CHAIN_ID`] ?? mainId,
        rpcUrls,
        confirmations: evmConfirmationsOf(data, chain, false),
        // A test network may mark no block.
        finality: data[`${prefix}_FINALITY`] ?? (data.MODE === 'demo' ? 'depth' : evmNetworks[chain].finality),
        contracts: data[`${prefix}_CONTRACTS`],
        traces: data[`${prefix}_TRACES`] === 'on',
        disperse: data[`${prefix}_DISPERSE`],
      },
    ];
  });
}

/** Former names, of when one network was followed, and what they are now. */
const formerNames = {
  EVM_RPC_URL: 'ETHEREUM_RPC_URLS',
  EVM_RPC_URL_2: 'ETHEREUM_RPC_URLS',
  EVM_CONFIRMATIONS: 'ETHEREUM_CONFIRMATIONS',
  EVM_USDT: 'ETHEREUM_CONTRACTS',
  EVM_TRACES: 'ETHEREUM_TRACES',
} as const;

export const formerEvmNames: readonly string[] = Object.keys(formerNames);

/** Takes over settings under their former names, which processes of the version before still read. Returns problems. */
export function adoptFormerNames(given: Record<string, string>): string[] {
  const problems = Object.entries(formerNames)
    .filter(([former, name]) => given[former] !== undefined && given[name] !== undefined)
    .map(([former, name]) => `${former} is the former name of ${name}: remove it`);
  const { EVM_RPC_URL: first, EVM_RPC_URL_2: second, EVM_USDT: usdt, ...others } = given;
  if (second !== undefined && first === undefined) problems.push('EVM_RPC_URL_2 needs EVM_RPC_URL');
  if (first !== undefined) given['ETHEREUM_RPC_URLS'] ??= second === undefined ? first : `${first},${second}`;
  if (usdt !== undefined) given['ETHEREUM_CONTRACTS'] ??= JSON.stringify({ USDT: usdt });
  for (const name of ['CONFIRMATIONS', 'TRACES'] as const) {
    const former = others[`EVM_${name}`];
    if (former !== undefined) given[`ETHEREUM_${name}`] ??= former;
  }
  for (const former of formerEvmNames) delete given[former];
  return problems;
}
