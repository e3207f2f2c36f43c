import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Bind } from './bind.ts';
import type { OperatorPasskeys } from './passkeys.ts';
import type { Prove } from './prove.ts';
import type { Operator } from './roster.ts';

/** Mails an operator what changed about their log-in. A mail that can't be sent changes nothing. */
export type TellOperator = (operator: number, what: 'passkeyAdded' | 'passkeyRemoved') => Promise<void>;

export interface OwnPasskeysParts {
  readonly db: Kysely<Tables>;
  /** null where the console's address isn't set: passkeys are of one site. */
  readonly passkeys: OperatorPasskeys | null;
  readonly prove: Prove;
  readonly tell: TellOperator;
  readonly now: () => number;
}

/** @throws Refusal 503 where passkeys aren't offered */
export function offered(passkeys: OperatorPasskeys | null): OperatorPasskeys {
  if (passkeys === null) throw new Refusal(Code.unavailable, 'passkeysNotOffered');
  return passkeys;
}

/** Binds the calls about an operator's own passkeys. A session alone adds and removes none: whoever sits at an open desk isn't its owner. */
export function bindOwnPasskeys(bind: Bind, { db, passkeys, prove, tell, now }: OwnPasskeysParts): void {
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
  bind(session.passkeyAddBegin, async (proof, by, context) => {
    const { row } = await prove({ name: by.name, ...proof }, context);
    return { options: await offered(passkeys).askForNew(row.id, row.name) };
  });
  bind(session.passkeyAdd, async ({ name, response }, by) => {
    const own = offered(passkeys);
    const passkey = await own.verifyNew(by.id, response);
    if (passkey === null) throw new Refusal(Code.wrongCredentials, 'passkeyRefused');
    await db.transaction().execute(async (transaction) => {
      if (!(await own.add(transaction, by.id, { ...passkey, name })))
        throw new Refusal(Code.conflict, 'operatorPasskeysFull');
      await note(transaction, by, 'passkeyAdded', name);
    });
    await tell(by.id, 'passkeyAdded');
    return own.list(by.id);
  });
  bind(session.passkeyRemove, async ({ id, ...proof }, by, context) => {
    const own = offered(passkeys);
    await prove({ name: by.name, ...proof }, context);
    const name = (await own.list(by.id)).find((passkey) => passkey.id === id)?.name;
    await db.transaction().execute(async (transaction) => {
      if (name === undefined || !(await own.remove(transaction, by.id, id)))
        throw new Refusal(Code.notFound, 'unknownPasskey');
      await note(transaction, by, 'passkeyRemoved', name);
    });
    await tell(by.id, 'passkeyRemoved');
    return own.list(by.id);
  });
}
