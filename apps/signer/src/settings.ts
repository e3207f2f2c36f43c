import { scriptOfAddress, type UtxoNetworkName, utxoNetworks } from '@fft/chains';
import { isAddress } from 'viem';
import * as z from 'zod';
import type { EvmLimits } from './evm-policy.ts';
import type { UtxoLimits } from './utxo-policy.ts';

const amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const limit = z.object({ one: amount, day: amount });
const json = z.string().transform((value): unknown => JSON.parse(value));

const networkNames = Object.keys(utxoNetworks) as [UtxoNetworkName, ...UtxoNetworkName[]];
/** Of Bitcoin's family; the chain's own coin is all there is to pay. */
const utxo = z.object({ network: z.enum(networkNames), ...limit.shape, feeMax: amount, cold: z.string().optional() });

const environment = z.object({
  SIGNER_SOCKET: z.string().min(1, 'is needed: the path of a Unix socket'),
  SIGNER_KEYSTORE: z.string().min(1, 'is needed: the path of the keystore'),
  SIGNER_PASSWORD: z.string().min(12, 'must have at least 12 characters'),
  SIGNER_MEMORY: z.string().min(1, 'is needed: the path of the file that remembers what was signed'),
  SIGNER_CHAIN_ID: z.coerce.number().int().min(1).optional(),
  SIGNER_LIMITS: json.pipe(z.record(z.string(), limit)).default({}),
  SIGNER_FEE_MAX: amount.default(50_000_000_000_000_000n),
  SIGNER_GAS_MAX: amount.default(20_000_000_000_000_000n),
  SIGNER_COLD: z
    .string()
    .refine((value) => isAddress(value), 'must be an address')
    .optional(),
  SIGNER_LTC: json.pipe(utxo).optional(),
  SIGNER_BTC: json.pipe(utxo).optional(),
});

export interface SignerSettings {
  readonly socket: string;
  readonly keystore: string;
  readonly password: string;
  readonly memory: string;
  /** null: it signs nothing there. */
  readonly evm: Omit<EvmLimits, 'hot'> | null;
  readonly utxo: readonly { readonly network: UtxoNetworkName; readonly limits: UtxoLimits }[];
}

/** The signer's settings, from the environment; `docs/custody.md` lists them. @throws ZodError that names all that is wrong */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): SignerSettings {
  const data = environment.parse(variables);
  const { SIGNER_CHAIN_ID: chainId, SIGNER_LIMITS: amounts, SIGNER_FEE_MAX: feeMax, SIGNER_GAS_MAX: gasMax } = data;
  return {
    socket: data.SIGNER_SOCKET,
    keystore: data.SIGNER_KEYSTORE,
    password: data.SIGNER_PASSWORD,
    memory: data.SIGNER_MEMORY,
    evm: chainId === undefined ? null : { chainId, amounts, feeMax, gasMax, cold: data.SIGNER_COLD ?? null },
    utxo: [utxoOf('LTC', data.SIGNER_LTC), utxoOf('BTC', data.SIGNER_BTC)].filter((one) => one !== null),
  };
}

function utxoOf(chain: 'BTC' | 'LTC', given: z.output<typeof utxo> | undefined): SignerSettings['utxo'][number] | null {
  if (!given) return null;
  const { network, one, day, feeMax, cold = null } = given;
  if (utxoNetworks[network].chain !== chain) throw new Error(`SIGNER_${chain}: ${network} is another chain`);
  if (cold !== null && scriptOfAddress(cold, utxoNetworks[network]) === null) {
    throw new Error(`SIGNER_${chain}: the cold wallet's address isn't one of ${network}`);
  }
  return { network, limits: { amount: { one, day }, feeMax, cold } };
}
