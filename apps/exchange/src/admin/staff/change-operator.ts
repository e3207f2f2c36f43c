import type { OperatorChange, Right } from '@fft/console-contract';
import type { Kysely, Transaction } from 'kysely';
import { Agreement } from '../../authority/agreement.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { refuse } from '../refusals.ts';
import { tooOften } from '../../refusals/refuse.ts';
import type { ExecuteApproval } from '../approvals.ts';
import { type Becoming, rightsLeftShort } from '../holders.ts';
import type { Links, OneTimeLink } from './links.ts';
import type { Operator, Roster } from './roster.ts';
import type { OperatorSessions } from './sessions.ts';

/** Mails a one-time link. Returns true if the mail server accepted it. */
export type MailLink = (to: { readonly name: string; readonly email: string }, link: OneTimeLink) => Promise<boolean>;

export interface ChangeOperatorOptions {
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  readonly links: Links;
  readonly sessions: Pick<OperatorSessions, 'endAll'>;
  readonly mailLink: MailLink;
  readonly now: () => number;
}

/** Executes a change of an operator that two operators agreed to. Links go only to the mailed address. */
export function createOperatorChangeApproval(options: ChangeOperatorOptions): ExecuteApproval<'role'> {
  return async (change, { by, agreement }) => {
    agreement.requireAbout('role', `operator ${change.name}`, change);
    if (change.change === 'disable') {
      await revokeAccess(options, { id: change.id, name: change.name, by: agreement });
      return {};
    }
    const link = await options.db
      .transaction()
      .execute((transaction) => executeChange(options, { transaction, change, by }));
    if (link === null || change.change === 'setRole') return {};
    return { mailed: await options.mailLink({ name: change.name, email: change.email }, link) };
  };
}

interface Change {
  readonly transaction: Transaction<Tables>;
  readonly change: Exclude<OperatorChange, { change: 'disable' }>;
  readonly by: Operator;
}

/** Returns the link to mail, if any. */
async function executeChange(
  { roster, links, sessions, now }: ChangeOperatorOptions,
  { transaction, change, by }: Change,
): Promise<OneTimeLink | null> {
  const { name } = change;
  const act = { time: now(), operator: by.name, act: `operator.${change.change}`, target: `operator ${name}` };
  if (change.change === 'create') {
    const { role, email } = change;
    const id = await roster.add(transaction, { name, role, email });
    await writeAudit(transaction, { ...act, after: { role, email } });
    return links.make(transaction, id);
  }
  const { id } = change;
  const row = await lock(transaction, id);
  if (!roster.isGenuine(row)) throw refuse('operatorAltered');
  if (change.change === 'setEmail') {
    const { email } = change;
    await roster.setEmail(transaction, id, email);
    await writeAudit(transaction, { ...act, before: { email: row.email }, after: { email } });
    // It replaces an unused link. An operator who has enrolled, or whose access was revoked, has none.
    return row.password_hash === null && row.disabled_at === null ? links.make(transaction, id) : null;
  }
  if (change.change === 'reset') {
    if (row.email !== change.email) throw refuse('operatorChanged');
    await refuseFewAdmins(transaction, roster, { id, role: null });
    await sessions.endAll(transaction, id);
    await roster.void(transaction, id);
    await writeAudit(transaction, act);
    return links.make(transaction, id);
  }
  await sessions.endAll(transaction, id);
  await refuseFewAdmins(transaction, roster, { id, role: change.role });
  await roster.setRole(transaction, id, change.role);
  await writeAudit(transaction, { ...act, before: { role: change.from }, after: { role: change.role } });
  return null;
}

function lock(transaction: Transaction<Tables>, id: number) {
  return transaction.selectFrom('operators').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

interface DirectChange {
  readonly id: number;
  readonly name: string;
  readonly by: Operator;
}

interface Disabling {
  readonly id: number;
  readonly name: string;
  readonly by: Pick<Operator, 'name'> | Agreement;
}

type DisableOptions = Omit<ChangeOperatorOptions, 'mailLink'>;

/** The rights that fewer than two could use without this operator. @throws Refusal if too few admins would remain */
export function rightsWithout({ db, roster }: ChangeOperatorOptions, id: number): Promise<readonly Right[]> {
  return db.transaction().execute((transaction) => refuseFewAdmins(transaction, roster, { id, role: null }));
}

/**
 * Revokes an operator's access immediately. One operator is enough, unless fewer than two could then use a right that takes two. @throws Refusal
 */
export async function revokeAccess(options: DisableOptions, disabling: Disabling): Promise<void> {
  await options.db.transaction().execute((transaction) => revokeIn(options, transaction, disabling));
}

async function revokeIn(
  { roster, links, sessions, now }: DisableOptions,
  transaction: Transaction<Tables>,
  { id, name, by }: Disabling,
): Promise<void> {
  const short = await refuseFewAdmins(transaction, roster, { id, role: null });
  if (by instanceof Agreement) by.requireAbout('role', `operator ${name}`, { change: 'disable', id, name });
  else if (short.length > 0) throw refuse('takesTwo');
  await roster.revokeAccess(transaction, id);
  await sessions.endAll(transaction, id);
  await links.end(transaction, id);
  const [operator, after] = by instanceof Agreement ? [by.second, { first: by.first }] : [by.name, undefined];
  const act = { time: now(), operator, act: 'operator.disable', target: `operator ${name}` };
  await writeAudit(transaction, { ...act, ...(after && { after }) });
}

const resendIntervalMs = 60_000;

/**
 * Mails another link to the address that two operators agreed to. It takes one operator, and works until enrolment.
 * Returns true if the mail server accepted it.
 */
export async function resendLink(
  { db, links, mailLink, now }: ChangeOperatorOptions,
  { id, name, by }: DirectChange,
): Promise<boolean> {
  const { email, link } = await db.transaction().execute(async (transaction) => {
    const row = await lock(transaction, id);
    if (row.password_hash !== null || row.disabled_at !== null) throw refuse('operatorEnrolled');
    if (row.email === null) throw refuse('operatorEmailNeeded');
    const before = await transaction
      .selectFrom('operator_links')
      .select('made')
      .where('operator', '=', id)
      .executeTakeFirst();
    const waitMs = (before?.made ?? 0) + resendIntervalMs - now();
    if (waitMs > 0 && waitMs <= resendIntervalMs) throw tooOften(waitMs);
    const act = { time: now(), operator: by.name, act: 'operator.resend', target: `operator ${name}` };
    await writeAudit(transaction, { ...act, after: { email: row.email } });
    return { email: row.email, link: await links.make(transaction, id) };
  });
  return mailLink({ name, email }, link);
}

/** Requires that two admins who can log in remain, as only admins can restore other operators. @throws Refusal `conflict` */
async function refuseFewAdmins(
  transaction: Transaction<Tables>,
  roster: Roster,
  becoming: Becoming,
): Promise<readonly Right[]> {
  const short = await rightsLeftShort(transaction, roster, becoming);
  if (short.includes('operators.change')) throw refuse('lastAdmins');
  return short;
}
