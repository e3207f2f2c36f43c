import type { Role } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import type { Roster } from './roster.ts';

interface StaffAct {
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  readonly operator: string;
  readonly time: number;
}

/** Adds an operator without a second one who agrees, for who has the machine. Gives the first password; null where the name is taken. */
export function addOperator(act: StaffAct, name: string, role: Role): Promise<string | null> {
  return act.db.transaction().execute(async (transaction) => {
    const added = await act.roster.add(transaction, name, role);
    if (added === null) return null;
    const { time, operator } = act;
    await writeAudit(transaction, {
      time,
      operator,
      act: 'operator.create',
      target: `operator ${name}`,
      after: { role },
    });
    return added.password;
  });
}

/** Likewise lets one begin anew who lost what he logs in with; null where there is none of this name. */
export async function letBeginAnew({ db, roster, operator, time }: StaffAct, name: string): Promise<string | null> {
  const known = await roster.findByName(name);
  if (known === null) return null;
  return db.transaction().execute(async (transaction) => {
    await transaction.deleteFrom('operator_sessions').where('operator', '=', known.id).execute();
    await transaction
      .deleteFrom('device_keys')
      .where('realm', '=', 'operator')
      .where('account', '=', known.id)
      .execute();
    await writeAudit(transaction, { time, operator, act: 'operator.reset', target: `operator ${name}` });
    return roster.beginAnew(transaction, known.id);
  });
}
