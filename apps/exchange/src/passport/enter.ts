import assert from 'node:assert/strict';
import { Code, type CallOutput, type calls } from '@fft/contract';
import type { Context } from '../http/context.ts';
import { Refusal } from '../http/refusal.ts';
import type { Customers } from './customers.ts';
import type { Sessions } from './sessions.ts';

export interface EnterOptions {
  readonly keep: boolean;
  /** What the password was checked against. */
  readonly passwordHash: string;
  readonly context: Pick<Context, 'ip' | 'userAgent' | 'lang'>;
}

/** Opens a new session for a customer who has shown who he is, and answers what log-in and registration answer. */
export type Enter = (customerId: number, options: EnterOptions) => Promise<CallOutput<typeof calls.passport.login>>;

export function createEnter(customers: Customers, sessions: Sessions): Enter {
  return async (customerId, { keep, passwordHash, context }) => {
    const opened = await sessions.open({
      customerId,
      passwordHash,
      keep,
      ip: context.ip,
      userAgent: context.userAgent,
    });
    if (opened === null) throw new Refusal(Code.wrongCredentials, 'wrongCredentials');
    const { token, expiresAt } = opened;
    const user = await customers.read(customerId, context.lang);
    assert(user !== null, 'who just entered has an account');
    return { token, expiresAt, user };
  };
}
