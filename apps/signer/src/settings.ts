import { scriptOfAddress, tronAddressHex, type UtxoNetworkName, utxoNetworks } from '@fft/chains';
import { isAddress } from 'viem';
import * as z from 'zod';
import type { Budgets } from './budgets.ts';
import type { EvmLimits } from './evm-policy.ts';
import { readVariables, unknownSettings } from './environment-variables.ts';
import type { TronLimits } from './tron-policy.ts';
import type { UtxoLimits } from './utxo-policy.ts';

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

const tronAddress = z.string().refine((text) => tronAddressHex(text) !== null, 'must be an address of Tron');
const tron = z.object({
  amounts: z.record(tronAddress, tokenLimit),
  feeMax: amount,
  gasMax: amount,
  ...feeBudget,
  gasDay: amount.optional(),
  gasAddressDay: amount.optional(),
  cold: tronAddress.optional(),
});

const chainNames = ['ETH', 'BTC', 'LTC', 'TRX'] as const;
/** Chains by the exchange's names. */
export type ChainName = (typeof chainNames)[number];

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
  SIGNER_KMS_HOT: json.pipe(z.partialRecord(z.enum(chainNames), z.array(z.string().min(1)).min(1))).default({}),
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
  SIGNER_COLD: z
    .string()
    .refine((value) => isAddress(value), 'must be an address')
    .optional(),
  SIGNER_LTC: json.pipe(utxo).optional(),
  SIGNER_BTC: json.pipe(utxo).optional(),
  SIGNER_TRX: json.pipe(tron).optional(),
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
  /** Null disables signing. */
  readonly evm: EvmLimits | null;
  readonly utxo: readonly { readonly network: UtxoNetworkName; readonly limits: UtxoLimits }[];
  readonly tron: TronLimits | null;
}

/** Names of all settings. */
export const settingNames: readonly string[] = Object.keys(environment.shape);

/** Reads the settings from the environment; `apps/signer/.env.example` lists them. @throws ZodError with all invalid settings, or Error */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): SignerSettings {
  const unknown = unknownSettings(settingNames, variables);
  if (unknown.length > 0)
    throw new Error(`${unknown.join(', ')}: no such setting; apps/signer/.env.example lists them`);
  const data = environment.parse(readVariables(settingNames, variables));
  const settings: SignerSettings = {
    socket: data.SIGNER_SOCKET,
    keystore: keystoreOf(data),
    kms: kmsOf(data),
    memory: data.SIGNER_MEMORY,
    macKey: data.SIGNER_WITHDRAWAL_MAC_KEY,
    evm: evmOf(data),
    tron: data.SIGNER_TRX ? tronOf(data.SIGNER_TRX) : null,
    utxo: [utxoOf('LTC', data.SIGNER_LTC), utxoOf('BTC', data.SIGNER_BTC)].filter((one) => one !== null),
  };
  if (!settings.keystore && !settings.kms) throw new Error('SIGNER_KEYSTORE or SIGNER_KMS_URL is required');
  for (const chain of settings.kms ? chainsOf(settings) : []) {
    if (!settings.kms?.hot[chain]) throw new Error(`SIGNER_KMS_HOT names no hot wallet of ${chain}`);
  }
  return settings;
}

/** Returns the configured chains. */
function chainsOf({ evm, tron: tronLimits, utxo: others }: SignerSettings): ChainName[] {
  return [
    ...(evm ? ['ETH' as const] : []),
    ...(tronLimits ? ['TRX' as const] : []),
    ...others.map(({ network }) => utxoNetworks[network].chain),
  ];
}

type Environment = z.output<typeof environment>;

function evmOf(data: Environment): EvmLimits | null {
  const { SIGNER_CHAIN_ID: chainId, SIGNER_LIMITS: amounts, SIGNER_FEE_MAX: maxFee, SIGNER_GAS_MAX: maxGas } = data;
  if (chainId === undefined) return null;
  const budgets = {
    fee: { day: data.SIGNER_FEE_DAY, address: data.SIGNER_FEE_ADDRESS_DAY },
    gas: { day: data.SIGNER_GAS_DAY, address: data.SIGNER_GAS_ADDRESS_DAY },
  };
  return { chainId, amounts, maxFee, maxGas, budgets, cold: data.SIGNER_COLD ?? null };
}

/** Default budgets allow a few hundred payments a day at the maximum fee. */
function tronOf({ amounts, feeMax: maxFee, gasMax: maxGas, cold, ...days }: z.output<typeof tron>): TronLimits {
  const { feeDay = maxFee * 300n, feeAddressDay = maxFee * 5n, gasDay = maxGas * 150n } = days;
  const { gasAddressDay = maxGas * 5n } = days;
  const budgets: Budgets = {
    fee: { day: feeDay, address: feeAddressDay },
    gas: { day: gasDay, address: gasAddressDay },
  };
  return { amounts, maxFee, maxGas, cold: cold ?? null, budgets };
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
function utxoOf(chain: 'BTC' | 'LTC', given: z.output<typeof utxo> | undefined): SignerSettings['utxo'][number] | null {
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
