import {
  type EvmChainName,
  evmOwnDecimals,
  isEvmChain,
  isOwnEvmChain,
  knownEvmNetwork,
  mainChainId,
  isSolanaWallet,
  scriptOfAddress,
  solanaBytes,
  type UtxoChainName,
  utxoChains,
  type UtxoNetworkName,
  utxoNetworks,
} from '@fft/chains';
import { isAddress } from 'viem';
import * as z from 'zod';
import type { Budgets } from './budgets.ts';
import type { EvmLimits } from './evm-policy.ts';
import type { SolanaLimits } from './solana-policy.ts';
import type { UtxoLimits } from './utxo-policy.ts';
import { readFileSync } from 'node:fs';

const amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const limit = z.object({ one: amount, day: amount });
/** Tokens are USDT by default. */
const tokenLimit = limit.extend({ coin: z.string().default('USDT'), decimals: z.int().min(0).max(36).default(6) });
const json = z.string().transform((value): unknown => JSON.parse(value));

const networkNames = Object.keys(utxoNetworks) as [UtxoNetworkName, ...UtxoNetworkName[]];
const feeBudget = { feeDay: amount.optional(), feeAddressDay: amount.optional() };
/** Bitcoin-family chains, which only pay the native coin. */
const utxo = z.object({
  network: z.enum(networkNames),
  ...limit.shape,
  feeMax: amount,
  ...feeBudget,
  cold: z.string().optional(),
});

const solanaMint = z.string().refine((text) => solanaBytes(text) !== null, 'must be the mint of a token of Solana');
const solanaWallet = z.string().refine(isSolanaWallet, 'must be a wallet of Solana');
/** Limits of Solana. Payments need no gas, as the hot wallet pays their fees. */
const solana = z.strictObject({
  native: z.strictObject(limit.shape).optional(),
  amounts: z.record(solanaMint, z.strictObject(tokenLimit.shape)).default({}),
  feeMax: amount,
  ...feeBudget,
  cold: solanaWallet.optional(),
});

const evmChain = z.string().refine(isEvmChain, 'must be the name of a network, or EVM and its chain id');
const evmAddress = z.string().refine((value) => isAddress(value), 'must be an address');
/** Limits of an EVM network beside Ethereum. Nothing about a token is assumed: its decimals differ between networks. */
const evmNetwork = z.strictObject({
  /** A known network's test network; otherwise the name's. */
  chainId: z.int().min(1).optional(),
  amounts: z.record(
    z.string().toLowerCase(),
    z.strictObject({ ...limit.shape, coin: z.string().optional(), decimals: z.int().min(0).max(36).optional() }),
  ),
  feeMax: amount,
  dataFeeMax: amount.default(0n),
  gasMax: amount,
  ...feeBudget,
  gasDay: amount.optional(),
  gasAddressDay: amount.optional(),
  cold: evmAddress.optional(),
  disperse: evmAddress.optional(),
});

const chainName = z.union([evmChain, z.enum([...utxoChains, 'SOL'])]);
/** Chains by the exchange's names. */
export type ChainName = EvmChainName | UtxoChainName | 'SOL';

const environment = z.object({
  SIGNER_SOCKET: z.string('is required: the path of a Unix socket'),
  SIGNER_KEYSTORE: z.string().optional(),
  SIGNER_PASSWORD: z.string().min(12, 'must have at least 12 characters').optional(),
  SIGNER_KMS_URL: z
    .string()
    .refine(isKmsUrl, 'must be a URL like https://key:secret@kms.eu-west-1.amazonaws.com?region=eu-west-1')
    .optional(),
  SIGNER_KMS_SEED: z.string().optional(),
  SIGNER_KMS_SEED_KEY: z.string().optional(),
  SIGNER_KMS_HOT: json.pipe(z.partialRecord(chainName, z.array(z.string().min(1)).min(1))).default({}),
  SIGNER_MEMORY: z.string('is required: the path of the signing log'),
  SIGNER_WITHDRAWAL_MAC_KEY: z
    .string('is required: the WITHDRAWAL_MAC_KEY of the exchange')
    .min(32, 'must have at least 32 characters'),
  SIGNER_CHAIN_ID: z.coerce.number().int().min(1).optional(),
  SIGNER_LIMITS: json.pipe(z.record(z.string().toLowerCase(), tokenLimit)).default({}),
  SIGNER_FEE_MAX: amount.default(50_000_000_000_000_000n),
  SIGNER_GAS_MAX: amount.default(20_000_000_000_000_000n),
  SIGNER_FEE_DAY: amount.default(1_000_000_000_000_000_000n),
  SIGNER_FEE_ADDRESS_DAY: amount.default(100_000_000_000_000_000n),
  SIGNER_GAS_DAY: amount.default(1_000_000_000_000_000_000n),
  SIGNER_GAS_ADDRESS_DAY: amount.default(100_000_000_000_000_000n),
  SIGNER_COLD: evmAddress.optional(),
  SIGNER_DISPERSE: evmAddress.optional(),
  SIGNER_EVM: json.pipe(z.partialRecord(evmChain, evmNetwork)).default({}),
  SIGNER_LTC: json.pipe(utxo).optional(),
  SIGNER_BTC: json.pipe(utxo).optional(),
  SIGNER_DOGE: json.pipe(utxo).optional(),
  SIGNER_SOL: json.pipe(solana).optional(),
});

/** File with the seed, encrypted with a password. */
export interface KeystoreSettings {
  readonly file: string;
  readonly password: string;
}

/** Key-management service that decrypts the seed and holds the hot keys, by chain, oldest first. */
export interface KmsSettings {
  readonly url: string;
  readonly seedFile: string;
  readonly seedKey: string;
  readonly hot: Readonly<Partial<Record<ChainName, readonly string[]>>>;
}

export interface SignerSettings {
  readonly socket: string;
  readonly keystore: KeystoreSettings | null;
  /** Takes precedence over the keystore, whose seed `create` moves to the KMS. */
  readonly kms: KmsSettings | null;
  readonly memory: string;
  /** Shared with the exchange, which authorizes withdrawals. */
  readonly macKey: string;
  /** Networks with their limits; no other is signed for. */
  readonly evm: readonly EvmLimits[];
  readonly utxo: readonly { readonly network: UtxoNetworkName; readonly limits: UtxoLimits }[];
  readonly solana: SolanaLimits | null;
}

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/** Reads the settings from the environment; `apps/signer/.env.example` lists them. @throws ZodError with all invalid settings, or Error */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): SignerSettings {
  const given = readVariables(settingNames, variables);
  refuseTron(variables, given['SIGNER_KMS_HOT']);
  const unknown = unknownSettings(settingNames, variables);
  if (unknown.length > 0)
    throw new Error(`${unknown.join(', ')}: no such setting; apps/signer/.env.example lists them`);
  const data = environment.parse(given);
  const settings: SignerSettings = {
    socket: data.SIGNER_SOCKET,
    keystore: keystoreOf(data),
    kms: kmsOf(data),
    memory: data.SIGNER_MEMORY,
    macKey: data.SIGNER_WITHDRAWAL_MAC_KEY,
    evm: [...ethereumOf(data), ...Object.entries(data.SIGNER_EVM).map(([chain, given]) => evmOf(chain, given))],
    solana: data.SIGNER_SOL ? solanaOf(data.SIGNER_SOL) : null,
    utxo: utxoChains.map((chain) => utxoOf(chain, data[`SIGNER_${chain}`])).filter((one) => one !== null),
  };
  if (!settings.keystore && !settings.kms) throw new Error('SIGNER_KEYSTORE or SIGNER_KMS_URL is required');
  checkSolanaKeys(settings);
  checkChainIds(settings.evm);
  for (const chain of settings.kms ? chainsOf(settings) : []) {
    if (settings.kms && !hotKeysOf(settings.kms, chain))
      throw new Error(`SIGNER_KMS_HOT names no hot wallet of ${chain}`);
  }
  return settings;
}

/** A KMS signs digests of secp256k1 only. */
function checkSolanaKeys({ kms, solana: limits }: SignerSettings): void {
  if (kms && limits && hotKeysOf(kms, 'SOL')?.join() !== 'seed')
    throw new Error('SIGNER_KMS_HOT: Solana\'s hot wallet must be the seed\'s own: {"SOL":["seed"]}');
}

/** A chain under two names would have two budgets, and sign two transactions for one nonce. */
function checkChainIds(evm: SignerSettings['evm']): void {
  for (const { chain, chainId } of evm) {
    const other = evm.find((one) => one.chainId === chainId && one.chain !== chain);
    if (other) throw new Error(`SIGNER_EVM: ${chain} and ${other.chain} have the same chain id ${chainId}`);
  }
}

/** Names of a chain's hot keys, oldest first. EVM networks use Ethereum's unless they have their own. */
export function hotKeysOf({ hot }: KmsSettings, chain: ChainName): readonly string[] | undefined {
  return hot[chain] ?? (isEvmChain(chain) ? hot.ETH : undefined);
}

/** Returns the configured chains. */
function chainsOf({ evm, solana: solanaLimits, utxo: others }: SignerSettings): ChainName[] {
  return [
    ...evm.map(({ chain }) => chain),
    ...(solanaLimits ? ['SOL' as const] : []),
    ...others.map(({ network }) => utxoNetworks[network].chain),
  ];
}

type Environment = z.output<typeof environment>;

function ethereumOf(data: Environment): EvmLimits[] {
  const { SIGNER_CHAIN_ID: chainId, SIGNER_LIMITS: amounts, SIGNER_FEE_MAX: maxFee, SIGNER_GAS_MAX: maxGas } = data;
  if (data.SIGNER_EVM['ETH']) throw new Error('SIGNER_EVM: Ethereum is set by SIGNER_CHAIN_ID and SIGNER_LIMITS');
  if (chainId === undefined) return [];
  const budgets = {
    fee: { day: data.SIGNER_FEE_DAY, address: data.SIGNER_FEE_ADDRESS_DAY },
    gas: { day: data.SIGNER_GAS_DAY, address: data.SIGNER_GAS_ADDRESS_DAY },
  };
  const own = { coin: 'ETH', decimals: evmOwnDecimals };
  const { SIGNER_COLD: cold = null, SIGNER_DISPERSE: disperse = null } = data;
  return [{ chain: 'ETH', chainId, own, amounts, maxFee, maxDataFee: 0n, maxGas, budgets, cold, disperse }];
}

/** Default budgets allow a few hundred payments a day at the maximum fee. */
function evmOf(chain: string, given: z.output<typeof evmNetwork> | undefined): EvmLimits {
  if (!given || !isEvmChain(chain)) throw new Error(`SIGNER_EVM: ${chain} is not a network`);
  const {
    feeMax: maxFee,
    dataFeeMax: maxDataFee,
    gasMax: maxGas,
    cold = null,
    disperse = null,
    chainId = mainChainId(chain),
  } = given;
  if (isOwnEvmChain(chain) && chainId !== mainChainId(chain))
    throw new Error(`SIGNER_EVM: ${chain} is the network of that chain id, and no other: remove chainId`);
  if (maxDataFee > 0n && maxDataFee >= maxFee)
    throw new Error(`SIGNER_EVM: dataFeeMax of ${chain} must be below its feeMax, which counts both`);
  const amounts = Object.entries(given.amounts).map(([token, { one, day, ...units }]) => {
    const own = token === 'native';
    const { coin = own ? knownEvmNetwork(chain)?.own : undefined, decimals = own ? evmOwnDecimals : undefined } = units;
    if (coin === undefined || decimals === undefined)
      throw new Error(`SIGNER_EVM: ${token} of ${chain} needs its coin and decimals`);
    return [token, { one, day, coin, decimals }] as const;
  });
  const { native: { coin, decimals } = { coin: knownEvmNetwork(chain)?.own, decimals: evmOwnDecimals } } =
    Object.fromEntries(amounts);
  return {
    chain,
    chainId,
    own: { coin: coin ?? '', decimals },
    amounts: Object.fromEntries(amounts),
    maxFee,
    maxDataFee,
    maxGas,
    budgets: budgetsOf(given),
    cold,
    disperse,
  };
}

/** Default budgets allow a few hundred payments a day at the maximum fee. */
function solanaOf({ native, amounts, feeMax: maxFee, cold, ...days }: z.output<typeof solana>): SolanaLimits {
  const budgets = budgetsOf({ feeMax: maxFee, gasMax: 0n, ...days });
  return { native: native ?? null, amounts, maxFee, cold: cold ?? null, budgets };
}

interface GivenBudgets {
  readonly feeMax: bigint;
  readonly gasMax: bigint;
  readonly feeDay?: bigint | undefined;
  readonly feeAddressDay?: bigint | undefined;
  readonly gasDay?: bigint | undefined;
  readonly gasAddressDay?: bigint | undefined;
}

function budgetsOf({ feeMax, gasMax, ...days }: GivenBudgets): Budgets {
  const { feeDay = feeMax * 300n, feeAddressDay = feeMax * 5n } = days;
  const { gasDay = gasMax * 150n, gasAddressDay = gasMax * 5n } = days;
  return { fee: { day: feeDay, address: feeAddressDay }, gas: { day: gasDay, address: gasAddressDay } };
}

function keystoreOf({ SIGNER_KEYSTORE: file, SIGNER_PASSWORD: password }: Environment): KeystoreSettings | null {
  if ((file === undefined) !== (password === undefined))
    throw new Error('SIGNER_KEYSTORE and SIGNER_PASSWORD must be set together');
  return file === undefined || password === undefined ? null : { file, password };
}

function kmsOf(data: Environment): KmsSettings | null {
  const { SIGNER_KMS_URL: url, SIGNER_KMS_SEED: seedFile, SIGNER_KMS_SEED_KEY: seedKey, SIGNER_KMS_HOT: hot } = data;
  if (url === undefined) return null;
  if (seedFile === undefined || seedKey === undefined)
    throw new Error('SIGNER_KMS_URL needs SIGNER_KMS_SEED and SIGNER_KMS_SEED_KEY');
  return { url, seedFile, seedKey, hot };
}

function isKmsUrl(address: string): boolean {
  const { protocol, username, password } = URL.parse(address) ?? {};
  return /^https?:$/.test(protocol ?? '') && Boolean(username && password);
}

/** Default budgets allow twenty transactions a day at the maximum fee, many more at usual fees. */
function utxoOf(chain: UtxoChainName, given: z.output<typeof utxo> | undefined): SignerSettings['utxo'][number] | null {
  if (!given) return null;
  const { network, one, day, feeMax: maxFee, feeDay = maxFee * 20n, feeAddressDay = maxFee * 5n } = given;
  const { cold = null } = given;
  if (utxoNetworks[network].chain !== chain) throw new Error(`SIGNER_${chain}: ${network} belongs to another chain`);
  if (cold !== null && scriptOfAddress(cold, utxoNetworks[network]) === null) {
    throw new Error(`SIGNER_${chain}: the cold wallet is not an address of ${network}`);
  }
  const budgets = { fee: { day: feeDay, address: feeAddressDay } };
  return { network, limits: { amount: { one, day }, maxFee, budgets, cold } };
}

type Variables = Readonly<Record<string, string | undefined>>;

/** @throws Error if a setting names Tron, for which earlier versions signed */
function refuseTron(variables: Variables, kmsHot = ''): void {
  const names = ['SIGNER_TRX', 'SIGNER_TRX_FILE'].filter((name) => (variables[name] ?? '').trim() !== '');
  if (/"TRX"\s*:/.test(kmsHot)) names.push('SIGNER_KMS_HOT');
  if (names.length > 0)
    throw new Error(
      `${names.join(', ')}: the signer no longer signs for Tron. Move its coins with the version before, then remove what names it (docs/decisions/0110-drop-what-is-not-proven-or-used.md)`,
    );
}

/** Returns `SIGNER_` variables that name no setting: a mistyped budget would silently keep its default. */
function unknownSettings(names: readonly string[], variables: Variables): string[] {
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return Object.entries(variables)
    .filter(([name, value]) => /^SIGNER(_|$)/i.test(name) && !known.has(name) && (value ?? '').trim() !== '')
    .map(([name]) => name);
}

/** Reads the named variables; empty ones count as absent. `NAME_FILE` names a file with the value of `NAME`. @throws if both are set, or the file cannot be read */
function readVariables(names: readonly string[], variables: Variables): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of names) {
    const [file, plain] = [variables[`${name}_FILE`]?.trim() ?? '', variables[name]?.trim() ?? ''];
    if (file !== '' && plain !== '') throw new Error(`${name} and ${name}_FILE cannot both be set`);
    const value = file === '' ? plain : readFileSync(file, 'utf8').trim();
    if (value !== '') given[name] = value;
  }
  return given;
}
