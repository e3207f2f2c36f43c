import { Code } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Links, OneTimeLink } from './links.ts';
import type { NewOperator, OperatorRow, Roster } from './roster.ts';
import type { OperatorSessions } from './sessions.ts';

/** What is done by whoever has the machine, without a second operator who agrees. */
export interface MachineAct {
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  readonly links: Links;
  readonly sessions: Pick<OperatorSessions, 'endAll'>;
  readonly operator: string;
  readonly time: number;
}

/** Adds an operator. Gives the one-time link, which nobody mails. @throws Refusal 409 where name or address is taken */
export function addOperator(act: MachineAct, who: NewOperator): Promise<OneTimeLink> {
  const { db, roster, links, operator, time } = act;
  return db.transaction().execute(async (transaction) => {
    const id = await roster.add(transaction, who);
    const { name, role, email } = who;
    const target = `operator ${name}`;
    await writeAudit(transaction, { time, operator, act: 'operator.create', target, after: { role, email } });
    return links.make(transaction, id);
  });
}

/** Voids what an operator logs in with, and gives a one-time link to enrol again. @throws Refusal 404 where there is none of this name */
export function resetOperator(act: MachineAct, name: string): Promise<OneTimeLink> {
  return changeOperator(act, name, async (transaction, { id, role }) => {
    const { roster, links, sessions, operator, time } = act;
    await roster.void(transaction, id);
    await sessions.endAll(transaction, id);
    const after = { role };
    await writeAudit(transaction, { time, operator, act: 'operator.reset', target: `operator ${name}`, after });
    return links.make(transaction, id);
  });
}

/** Sets where an operator's links are mailed to. @throws Refusal 404 where there is none of this name, 409 where the address is taken */
export function setOperatorEmail(act: MachineAct, name: string, email: string): Promise<void> {
  return changeOperator(act, name, async (transaction, { id }) => {
    const { roster, links, operator, time } = act;
    await roster.setEmail(transaction, id, email);
    await links.end(transaction, id);
    const target = `operator ${name}`;
    await writeAudit(transaction, { time, operator, act: 'operator.setEmail', target, after: { email } });
  });
}

async function changeOperator<T>(
  { db, roster }: MachineAct,
  name: string,
  change: (transaction: Transaction<Tables>, known: OperatorRow) => Promise<T>,
): Promise<T> {
  const known = await roster.findByName(name);
  if (known === null) throw new Refusal(Code.notFound, 'unknownOperator');
  return db.transaction().execute((transaction) => change(transaction, known));
}
