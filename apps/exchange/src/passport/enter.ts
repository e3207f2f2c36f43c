import assert from 'node:assert/strict';
import type { CallOutput, calls } from '@fft/contract';
import type { Context } from '../http/context.ts';
import type { Customers } from './customers.ts';
import type { Sessions } from './sessions.ts';

export interface EnterOptions {
  readonly keep: boolean;
  readonly context: Pick<Context, 'ip' | 'userAgent'>;
}

/** Opens a new session for a customer who has shown who he is, and answers what log-in and registration answer. */
export type Enter = (customerId: number, options: EnterOptions) => Promise<CallOutput<typeof calls.passport.login>>;

export function createEnter(customers: Customers, sessions: Sessions): Enter {
  return async (customerId, { keep, context }) => {
    const { token, expiresAt } = await sessions.open({
      customerId,
      keep,
      ip: context.ip,
      userAgent: context.userAgent,
    });
    const user = await customers.read(customerId);
    assert(user !== null, 'who just entered has an account');
    return { token, expiresAt, user };
  };
}
