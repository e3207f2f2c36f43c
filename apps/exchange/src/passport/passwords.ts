import { hash, verify, type Options } from '@node-rs/argon2';
import { createTurns } from '../http/turns.ts';
import type { PassportLimits } from './limits.ts';

export interface Passwords {
  hash(password: string): Promise<string>;
  /** Compares with a stored hash, or with nobody's (null): that is always false and takes the same work. */
  verify(stored: string | null, password: string): Promise<boolean>;
}

export interface PasswordsOptions {
  /** A key outside the database, without which its hashes can't be tried. */
  readonly pepper: string;
  readonly limits: PassportLimits['password'];
}

/** argon2id, a few at a time. Past the queue's bound a caller is refused rather than kept waiting. */
export async function createPasswords({ pepper, limits }: PasswordsOptions): Promise<Passwords> {
  const options: Options = {
    memoryCost: limits.memoryKib,
    timeCost: limits.passes,
    parallelism: 1,
    secret: Buffer.from(pepper),
  };
  const inTurn = createTurns(limits);
  const nobody = await hash('nobody', options);
  return {
    hash: (password) => inTurn(() => hash(normalize(password), options)),
    verify: async (stored, password) => {
      const matches = await inTurn(() => verify(stored ?? nobody, normalize(password), options));
      return matches && stored !== null;
    },
  };
}

/** The same password typed on another keyboard may come as other code points. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
