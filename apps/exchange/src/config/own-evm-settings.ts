import {
  chainNames,
  evmOwnDecimals,
  type Finality,
  isOwnEvmChain,
  mainChainId,
  nameOfChainId,
  type OwnEvmChain,
  type OwnEvmCoin,
  type OwnEvmNetwork,
} from '@fft/chains';
import { parseDecimal } from '@fft/decimal';
import * as z from 'zod';
import {
  chainIdSettings,
  disperseForm,
  type EvmNetworkSetting,
  finalityForm,
  nodeList,
  tracesForm,
} from './evm-settings.ts';
import { explorerForm, linkOf } from './explorer-settings.ts';
import { json } from './setting-forms.ts';
import { wholeNumber } from './whole-number.ts';

type Given = Readonly<Record<string, string | undefined>>;

/** An EVM network that the code doesn't know, as settings describe it. */
export interface OwnEvmSetting {
  readonly network: OwnEvmNetwork;
  /** Null where it isn't followed by this process. */
  readonly followed: EvmNetworkSetting | null;
  /** A block explorer's address; null for none. */
  readonly explorer: string | null;
}

const ticker = /^[A-Z0-9]{2,10}$/;
const amount = z.string().regex(/^\d{1,12}(\.\d{1,8})?$/, 'must have amounts like "0.3"');

const coinForm = z
  .strictObject({
    contract: z.string().regex(/^(native|0x[0-9a-fA-F]{40})$/, 'must have a contract like "0x…", or "native"'),
    decimals: z.int().min(0).max(36).optional(),
    fee: amount,
    min: amount,
    max: amount,
    minDeposit: amount,
  })
  .refine(({ contract, decimals }) => (contract === 'native') === (decimals === undefined), {
    message: 'must have the decimals of each token, and none of the native coin',
  })
  .refine(hasSoundAmounts, { message: 'must have fee < min ≤ max, and a minDeposit above 0' });

const forms = {
  RPC_URLS: nodeList.nullable().default(null),
  TITLE: z
    .string('is required: the name that customers read')
    .regex(/^[\p{L}\p{N}][\p{L}\p{N} .()-]{1,39}$/u, 'must be a name like Optimism'),
  COIN: z.string("is required: the network's own coin, which pays fees").regex(ticker, 'must be a ticker like ETH'),
  CONFIRMATIONS: z.string('is required: the depth from which a deposit counts').pipe(wholeNumber(1, 1_000, 1).unwrap()),
  FINALITY: finalityForm.nullable().default(null),
  FINAL_SECONDS: wholeNumber(1, 86_400, 1_200),
  BLOCK_SECONDS: z
    .string('is required: typical seconds between two blocks')
    .regex(/^\d{1,3}(\.\d{1,3})?$/, 'must be seconds from 0.05 to 600')
    .transform(Number)
    .refine((seconds) => seconds >= 0.05 && seconds <= 600, 'must be seconds from 0.05 to 600'),
  MAX_GWEI: z
    .string('is required: the price of gas above which payments wait')
    .pipe(wholeNumber(1, 1_000_000, 1).unwrap()),
  DATA_FEE: z.enum(
    ['none', 'optimism', 'arbitrum'],
    'must be none, optimism or arbitrum: how the network charges for data',
  ),
  CONTRACTS: json.pipe(z.record(z.string().regex(ticker, 'must list coins like USDT'), coinForm)).default({}),
  TRACES: tracesForm,
  DISPERSE: disperseForm,
  EXPLORER_URL: explorerForm,
};
const form = z.object(forms);

/** The list of further networks, by names with their chain ids. */
export const ownNetworksForm = z
  .string()
  .transform(namesIn)
  .superRefine((names, context) => {
    for (const problem of names.flatMap(problemOfName)) context.addIssue(problem);
    if (new Set(names).size < names.length) context.addIssue('must name each network once');
  })
  .default([]);

function namesIn(text: string): string[] {
  return text.split(',').map((name) => name.trim());
}

function problemOfName(name: string): string[] {
  const known = /^EVM[1-9]\d{0,9}$/.test(name) ? nameOfChainId(Number(name.slice('EVM'.length))) : null;
  if (known !== null) return [`must not list ${name}: FFT knows that network as ${known}`];
  return isOwnEvmChain(name) ? [] : ['must list names with chain ids like EVM10,EVM59144'];
}

/** The networks that `EVM_NETWORKS` lists, as far as they are names. */
export function ownEvmChains({ EVM_NETWORKS: listed = '' }: Given): OwnEvmChain[] {
  return [...new Set(namesIn(listed))].filter((name) => isOwnEvmChain(name));
}

/** Names of the settings of these networks. */
export function ownEvmSettingNames(chains: readonly OwnEvmChain[]): string[] {
  return chains.flatMap((chain) => Object.keys(forms).map((name) => `${chain}_${name}`));
}

/** Reads the descriptions of these networks. Returns those that are sound, and all problems. */
export function readOwnEvm(chains: readonly OwnEvmChain[], given: Given) {
  const problems: string[] = [];
  const networks = chains.flatMap((chain): OwnEvmSetting[] => {
    const values = Object.keys(forms).map((name) => [name, given[`${chain}_${name}`]] as const);
    const parsed = form.safeParse(Object.fromEntries(values.filter(([, value]) => value !== undefined)));
    problems.push(...(parsed.error?.issues ?? []).map((issue) => `${chain}_${problemOf(issue)}`));
    problems.push(...chainIdProblems(chain, given));
    if (!parsed.success) return [];
    problems.push(...coinProblems(chain, parsed.data));
    return [settingOf(chain, parsed.data, given['MODE'] === 'demo')];
  });
  problems.push(...titleProblems(networks.map(({ network }) => network)));
  return { networks, problems };
}

/** A title is another's if any known chain is called so in any language, with or without the standard in parentheses. */
function titleProblems(networks: readonly OwnEvmNetwork[]): string[] {
  const known = Object.values(chainNames).flatMap(({ zh, en }) => [zh, en]);
  const taken = new Set(known.flatMap((name) => [name, name.replace(/ \(.*/, '')]).map((name) => name.toLowerCase()));
  return networks.flatMap(({ chain, title }) => {
    const isTaken = taken.has(title.toLowerCase());
    taken.add(title.toLowerCase());
    return isTaken ? [`${chain}_TITLE is another network's: customers must tell them apart`] : [];
  });
}

function problemOf({ path: [name, coin], message }: z.core.$ZodIssue): string {
  return `${String(name)} ${message}${coin === undefined ? '' : ` (${String(coin)})`}`;
}

/** One network under two names would be credited twice. */
function chainIdProblems(chain: OwnEvmChain, given: Given): string[] {
  return chainIdSettings
    .filter((name) => Number(given[name]) === mainChainId(chain))
    .map((name) => `EVM_NETWORKS must not list ${chain}: ${name} names the same network`);
}

function coinProblems(chain: OwnEvmChain, { COIN: own, CONTRACTS: all }: Form): string[] {
  const contracts = Object.values(all).map(({ contract }) => contract.toLowerCase());
  const isWrong = Object.entries(all).some(([coin, { contract }]) => contract === 'native' && coin !== own);
  return [
    ...(isWrong ? [`${chain}_CONTRACTS may have native for ${own} alone, which ${chain}_COIN names`] : []),
    ...(new Set(contracts).size < contracts.length
      ? [`${chain}_CONTRACTS must have another contract for each coin`]
      : []),
  ];
}

type Form = z.output<typeof form>;

function settingOf(chain: OwnEvmChain, data: Form, isDemo: boolean): OwnEvmSetting {
  // A test network may mark no block.
  const finality: Finality = data.FINALITY ?? (isDemo ? 'depth' : 'finalized');
  const network: OwnEvmNetwork = {
    chain,
    chainId: mainChainId(chain),
    title: data.TITLE,
    own: data.COIN,
    blockSeconds: data.BLOCK_SECONDS,
    confirmations: data.CONFIRMATIONS,
    finality,
    markedAfterSeconds: { safe: data.FINAL_SECONDS, finalized: data.FINAL_SECONDS },
    dataFee: data.DATA_FEE,
    maxGwei: data.MAX_GWEI,
    minTip: 0n,
    coins: Object.entries(data.CONTRACTS).map(([coin, given]) => coinOf(coin, given)),
  };
  const contracts = network.coins.flatMap(({ coin, contract }) =>
    contract === null ? [] : [[coin, contract] as const],
  );
  const followed = data.RPC_URLS && {
    chain,
    description: network,
    chainId: network.chainId,
    rpcUrls: data.RPC_URLS,
    confirmations: data.CONFIRMATIONS,
    finality,
    contracts: Object.fromEntries(contracts),
    traces: data.TRACES === 'on',
    disperse: data.DISPERSE,
  };
  return { network, followed, explorer: linkOf(data.EXPLORER_URL) ?? null };
}

function coinOf(coin: string, { contract, decimals, ...terms }: z.output<typeof coinForm>): OwnEvmCoin {
  const isOwn = contract === 'native';
  return { coin, contract: isOwn ? null : contract.toLowerCase(), chainDecimals: decimals ?? evmOwnDecimals, ...terms };
}

type Amounts = Readonly<Record<'fee' | 'min' | 'max' | 'minDeposit', string>>;

/** True if the amounts go together, or one of them is none and has its own problem. */
function hasSoundAmounts({ fee, min, max, minDeposit }: Amounts): boolean {
  const units = [fee, min, max, minDeposit].map((text) => parseDecimal(text, 8));
  const [ofFee = 0, ofMin = 0, ofMax = 0, ofDeposit = 0] = units.map((one) => (one.ok ? one.units : 0));
  return units.some(({ ok }) => !ok) || (ofFee < ofMin && ofMin <= ofMax && ofDeposit > 0);
}
