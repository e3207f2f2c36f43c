import * as z from 'zod/mini';
import { lockKinds, lockRules } from '../locks.ts';
import { type ActLine, customer, defineAct, text, word } from './define-act.ts';

/** Factors that support can remove when a customer has lost them. */
export const factors = ['totp', 'passkeys', 'payPassword'] as const;

const lift = z.object({ id: z.number(), kind: z.nullable(z.enum(lockKinds)), reason: z.string() });

function liftLines({ id, kind, reason }: z.output<typeof lift>): readonly (ActLine | null)[] {
  return [customer(id), kind && word('kind', 'lockKind', kind), text('reason', reason)];
}

/** Acts about customers' accounts. */
export const customerActs = {
  /** A lock of compliance or of a court. */
  unlock: defineAct({ right: 'customers.lockByLaw', input: lift, lines: liftLines }),
  houseLock: defineAct({
    right: 'accounts.lockHouse',
    input: z.object({ id: z.number(), kind: z.enum(lockKinds), reason: z.string(), cancel: z.boolean() }),
    lines: (input) => [
      customer(input.id),
      word('kind', 'lockKind', input.kind),
      word('cancels', 'yesNo', input.cancel || lockRules[input.kind].cancels ? 'yes' : 'no'),
      text('reason', input.reason),
    ],
  }),
  houseUnlock: defineAct({ right: 'accounts.lockHouse', input: lift, lines: liftLines }),
  reset: defineAct({
    right: 'customers.reset',
    input: z.object({ id: z.number(), factor: z.enum(factors), reason: z.string() }),
    lines: (input) => [customer(input.id), word('factor', 'factor', input.factor), text('reason', input.reason)],
  }),
};
