import { hash, verify, type Options } from '@node-rs/argon2';
import type { AccountLimits } from '../limits/account-limits.ts';
import type { HashRequester } from '../../transport/http/origin.ts';
import { createPasswordQueue } from './password-queue.ts';

export interface Passwords {
  /** @throws Refusal `unavailable` with `data.retryAfter` if too many wait */
  hash(password: string, requester: HashRequester): Promise<string>;
  /** Compares with a stored hash. Null is always false, with the same work. @throws as `hash` */
  verify(stored: string | null, password: string, requester: HashRequester): Promise<boolean>;
}

export interface PasswordsOptions {
  /** A key outside the database, without which its hashes can't be attacked. */
  readonly pepper: string;
  readonly limits: AccountLimits['password'];
}

/** argon2id with limited concurrency, by the caller's rank. A caller beyond the queue's bound is refused. */
export async function createPasswords({ pepper, limits }: PasswordsOptions): Promise<Passwords> {
  const options: Options = {
    memoryCost: limits.memoryKib,
    timeCost: limits.passes,
    parallelism: 1,
    secret: Buffer.from(pepper),
  };
  const inTurn = createPasswordQueue(limits);
  const dummyHash = await hash('nobody', options);
  return {
    hash: (password, requester) => inTurn(requester, () => hash(normalize(password), options)),
    verify: async (stored, password, requester) => {
      const matches = await inTurn(requester, () => verify(stored ?? dummyHash, normalize(password), options));
      return matches && stored !== null;
    },
  };
}

/** Keyboards may compose the same password from different code points. */
function normalize(password: string): string {
  return password.normalize('NFKC');
}
