import type { Role } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { Kysely, Transaction } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import { Refusal, tooOften } from '../refusals/refusal.ts';
import type { CarryOut } from './approvals.ts';
import type { Links, OneTimeLink } from './links.ts';
import type { Operator, Roster } from './roster.ts';
import type { OperatorSessions } from './sessions.ts';

/** Mails a one-time link. Answers whether the mail server took it. */
export type MailLink = (to: { readonly name: string; readonly email: string }, link: OneTimeLink) => Promise<boolean>;

export interface ChangeParts {
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  readonly links: Links;
  readonly sessions: Pick<OperatorSessions, 'endAll'>;
  readonly mailLink: MailLink;
  readonly now: () => number;
}

/** What one operator proposes about another, and a second one agrees to. */
export type RoleChange =
  /** Proposals of before operators had an address have none. */
  | { readonly change: 'create'; readonly name: string; readonly role: Role; readonly email?: string }
  | { readonly change: 'setRole'; readonly id: number; readonly name: string; readonly from: Role; readonly role: Role }
  /** `email` is where the link goes: the second one agrees to that too. */
  | { readonly change: 'reset'; readonly id: number; readonly name: string; readonly email: string }
  | { readonly change: 'setEmail'; readonly id: number; readonly name: string; readonly email: string };

/** Carries out what two agreed about an operator. Links are mailed, and nobody else is told them. */
export function changingRoles(parts: ChangeParts): CarryOut {
  return async (input, { by }) => {
    // As `propose` wrote it.
    const change = input as RoleChange;
    const link = await parts.db.transaction().execute((transaction) => carryOut(parts, { transaction, change, by }));
    if (link === null || change.change === 'setRole' || change.email === undefined) return {};
    return { mailed: await parts.mailLink({ name: change.name, email: change.email }, link) };
  };
}

interface Change {
  readonly transaction: Transaction<Tables>;
  readonly change: RoleChange;
  readonly by: Operator;
}

/** Answers the link that is to be mailed, if any. */
async function carryOut(
  { roster, links, sessions, now }: ChangeParts,
  { transaction, change, by }: Change,
): Promise<OneTimeLink | null> {
  const { name } = change;
  const act = { time: now(), operator: by.name, act: `operator.${change.change}`, target: `operator ${name}` };
  if (change.change === 'create') {
    const { role, email } = change;
    if (email === undefined) throw new Refusal(Code.conflict, 'operatorChanged');
    const id = await roster.add(transaction, { name, role, email });
    await writeAudit(transaction, { ...act, after: { role, email } });
    return links.make(transaction, id);
  }
  const { id } = change;
  const row = await lock(transaction, id);
  if (!roster.isGenuine(row)) throw new Refusal(Code.conflict, 'operatorAltered');
  if (change.change === 'setEmail') {
    const { email } = change;
    await roster.setEmail(transaction, id, email);
    await writeAudit(transaction, { ...act, before: { email: row.email }, after: { email } });
    // It replaces one that waits. Who has enrolled, or was shut out, has none.
    return row.password_hash === null && row.disabled_at === null ? links.make(transaction, id) : null;
  }
  if (change.change === 'reset') {
    if (row.email !== change.email) throw new Refusal(Code.conflict, 'operatorChanged');
    await sessions.endAll(transaction, id);
    await roster.void(transaction, id);
    await writeAudit(transaction, act);
    return links.make(transaction, id);
  }
  await sessions.endAll(transaction, id);
  if (change.from === 'admin') await refuseLastAdmin(transaction, id);
  await roster.setRole(transaction, id, change.role);
  await writeAudit(transaction, { ...act, before: { role: change.from }, after: { role: change.role } });
  return null;
}

function lock(transaction: Transaction<Tables>, id: number) {
  return transaction.selectFrom('operators').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

interface OneAlone {
  readonly id: number;
  readonly name: string;
  readonly by: Operator;
}

/** Shuts an operator out, at the word of one alone. */
export async function shutOut(
  { db, roster, links, sessions, now }: ChangeParts,
  { id, name, by }: OneAlone,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await refuseLastAdmin(transaction, id);
    await roster.shutOut(transaction, id);
    await sessions.endAll(transaction, id);
    await links.end(transaction, id);
    const act = { time: now(), operator: by.name, act: 'operator.disable', target: `operator ${name}` };
    await writeAudit(transaction, act);
  });
}

const resentEveryMs = 60_000;

/** Mails another link, at the word of one alone: to the address that two agreed to, of who hasn't enrolled. Answers whether the mail server took it. */
export async function resendLink(
  { db, links, mailLink, now }: ChangeParts,
  { id, name, by }: OneAlone,
): Promise<boolean> {
  const { email, link } = await db.transaction().execute(async (transaction) => {
    const row = await lock(transaction, id);
    if (row.password_hash !== null || row.disabled_at !== null) throw new Refusal(Code.conflict, 'operatorEnrolled');
    if (row.email === null) throw new Refusal(Code.conflict, 'operatorEmailNeeded');
    const before = await transaction
      .selectFrom('operator_links')
      .select('made')
      .where('operator', '=', id)
      .executeTakeFirst();
    const waitMs = (before?.made ?? 0) + resentEveryMs - now();
    if (waitMs > 0 && waitMs <= resentEveryMs) throw tooOften(waitMs);
    const act = { time: now(), operator: by.name, act: 'operator.resend', target: `operator ${name}` };
    await writeAudit(transaction, { ...act, after: { email: row.email } });
    return { email: row.email, link: await links.make(transaction, id) };
  });
  return mailLink({ name, email }, link);
}

async function refuseLastAdmin(transaction: Kysely<Tables>, id: number): Promise<void> {
  const admins = await transaction
    .selectFrom('operators')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled_at', 'is', null)
    .forUpdate()
    .execute();
  if (admins.length === 1 && admins[0]?.id === id) throw new Refusal(Code.conflict, 'lastAdmin');
}
