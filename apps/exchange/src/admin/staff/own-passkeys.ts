import { consoleCalls } from '@fft/console-contract';
import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import type { Bind } from '../bind.ts';
import type { OperatorPasskeys } from './passkeys.ts';
import type { VerifyFactors } from './verify-factors.ts';
import type { Operator } from './roster.ts';

/** Notifies an operator by mail of a change of their log-in. A failed mail doesn't undo it. */
export type NotifyOperator = (
  transaction: Transaction<Tables>,
  operator: number,
  what: 'passkeyAdded' | 'passkeyRemoved',
) => Promise<void>;

export interface OwnPasskeysOptions {
  readonly db: Kysely<Tables>;
  /** null if the console's address is not configured: passkeys are bound to a site. */
  readonly passkeys: OperatorPasskeys | null;
  readonly verifyFactors: VerifyFactors;
  readonly notifyOperator: NotifyOperator;
  readonly now: () => number;
}

/** @throws Refusal `unavailable` if passkeys are not available */
export function requirePasskeys(passkeys: OperatorPasskeys | null): OperatorPasskeys {
  if (passkeys === null) throw refuse('passkeysNotOffered');
  return passkeys;
}

/** Binds the calls about an operator's own passkeys. Password and code are required, so that an unattended session is not enough. */
export function bindOwnPasskeys(
  bind: Bind,
  { db, passkeys, verifyFactors, notifyOperator, now }: OwnPasskeysOptions,
): void {
  const { session } = consoleCalls;
  const note = (transaction: Transaction<Tables>, by: Operator, act: string, name: string) =>
    writeAudit(transaction, {
      time: now(),
      operator: by.name,
      act: `operator.${act}`,
      target: `operator ${by.name}`,
      after: { name },
    });

  bind(session.passkeys, (_input, by) => passkeys?.list(by.id) ?? []);
  bind(session.beginPasskey, async (proof, by, context) => {
    const { row } = await verifyFactors({ name: by.name, ...proof }, context);
    return { options: await requirePasskeys(passkeys).askForNew(row.id, row.name) };
  });
  bind(session.addPasskey, async ({ name, response }, by) => {
    const own = requirePasskeys(passkeys);
    const passkey = await own.verifyNew(by.id, response);
    if (passkey === null) throw refuse('passkeyRefused');
    await db.transaction().execute(async (transaction) => {
      if (!(await own.add(transaction, by.id, { ...passkey, name }))) throw refuse('operatorPasskeysFull');
      await note(transaction, by, 'passkeyAdded', name);
      await notifyOperator(transaction, by.id, 'passkeyAdded');
    });
    return own.list(by.id);
  });
  bind(session.removePasskey, async ({ id, ...proof }, by, context) => {
    const own = requirePasskeys(passkeys);
    await verifyFactors({ name: by.name, ...proof }, context);
    const name = (await own.list(by.id)).find((passkey) => passkey.id === id)?.name;
    await db.transaction().execute(async (transaction) => {
      if (name === undefined || !(await own.remove(transaction, by.id, id))) throw refuse('unknownPasskey');
      await note(transaction, by, 'passkeyRemoved', name);
      await notifyOperator(transaction, by.id, 'passkeyRemoved');
    });
    return own.list(by.id);
  });
}
