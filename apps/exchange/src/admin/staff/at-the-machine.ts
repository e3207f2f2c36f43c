import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import { revokeAccess } from './change-operator.ts';
import type { Links, OneTimeLink } from './links.ts';
import type { NewOperator, OperatorRow, Roster } from './roster.ts';
import type { OperatorSessions } from './sessions.ts';

/** Actions for administrators with access to the machine; they need no second operator. */
export interface MachineAct {
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  readonly links: Links;
  readonly sessions: Pick<OperatorSessions, 'endAll'>;
  readonly operator: string;
  readonly time: number;
}

/** Adds an operator. Returns the one-time link, which is not mailed. @throws Refusal `conflict` if the name or address is taken */
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

/** Voids an operator's credentials and returns a one-time link to set them up again. @throws Refusal `notFound` if there is no operator of this name */
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

/** Sets the address for an operator's links. @throws Refusal `notFound` if there is no operator of this name, `conflict` if the address is taken */
export function setOperatorEmail(act: MachineAct, name: string, email: string): Promise<void> {
  return changeOperator(act, name, async (transaction, { id }) => {
    const { roster, links, operator, time } = act;
    await roster.setEmail(transaction, id, email);
    await links.end(transaction, id);
    const target = `operator ${name}`;
    await writeAudit(transaction, { time, operator, act: 'operator.setEmail', target, after: { email } });
  });
}

/**
 * Revokes an operator's access by the console's own rules: two admins remain, and so do two for each right that takes two. @throws Refusal `notFound` if there is
 * no operator of this name, `conflict`
 */
export async function disableOperator(act: MachineAct, name: string): Promise<void> {
  const { id } = await find(act, name);
  await revokeAccess({ ...act, now: () => act.time }, { id, name, by: { name: act.operator } });
}

async function find({ roster }: MachineAct, name: string): Promise<OperatorRow> {
  const known = await roster.findByName(name);
  if (known === null) throw refuse('unknownOperator');
  return known;
}

async function changeOperator<T>(
  act: MachineAct,
  name: string,
  change: (transaction: Transaction<Tables>, known: OperatorRow) => Promise<T>,
): Promise<T> {
  const known = await find(act, name);
  return act.db.transaction().execute((transaction) => change(transaction, known));
}
