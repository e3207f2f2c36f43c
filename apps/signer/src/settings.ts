import * as z from 'zod';

const amount = z
  .string()
  .regex(/^\d{1,78}$/)
  .transform(BigInt);
const limits = z.record(z.string(), z.object({ one: amount, day: amount }));

const environment = z.object({
  SIGNER_SOCKET: z.string().min(1, 'is needed: the path of a Unix socket'),
  SIGNER_KEYSTORE: z.string().min(1, 'is needed: the path of the keystore'),
  SIGNER_PASSWORD: z.string().min(12, 'must have at least 12 characters'),
  SIGNER_MEMORY: z.string().min(1, 'is needed: the path of the file that remembers what was signed'),
  SIGNER_CHAIN_ID: z.coerce.number().int().min(1),
  SIGNER_LIMITS: z
    .string()
    .transform((value): unknown => JSON.parse(value))
    .pipe(limits),
  SIGNER_FEE_MAX: amount.default(50_000_000_000_000_000n),
  SIGNER_GAS_MAX: amount.default(20_000_000_000_000_000n),
});

export type SignerSettings = z.output<typeof environment>;

/** The signer's settings, from the environment; `docs/custody.md` lists them. @throws ZodError that names all that is wrong */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): SignerSettings {
  return environment.parse(variables);
}
