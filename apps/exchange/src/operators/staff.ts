import { consoleCalls, type Role } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import { readAudit, writeAudit } from '../audit/audit.ts';
import type { Tables } from '../database/tables.ts';
import { cursorAfter, readCursor } from '../http/cursor.ts';
import { Refusal } from '../http/refusal.ts';
import type { Approvals, CarryOut } from './approvals.ts';
import type { Bind } from './bind.ts';
import { meOf } from './log-in.ts';
import type { Roster } from './roster.ts';
import type { OperatorSessions } from './sessions.ts';

export interface StaffParts {
  readonly db: Kysely<Tables>;
  readonly roster: Roster;
  readonly sessions: OperatorSessions;
  readonly now: () => number;
}

type RoleChange =
  | { readonly change: 'create'; readonly name: string; readonly role: Role }
  | { readonly change: 'setRole'; readonly id: number; readonly name: string; readonly from: Role; readonly role: Role }
  | { readonly change: 'reset'; readonly id: number; readonly name: string };

/** Binds the calls about operators themselves, about what needs two of them, and about what they did. */
export function bindStaff(bind: Bind, parts: StaffParts & { readonly approvals: Approvals }): void {
  const { db, roster, sessions, approvals } = parts;
  const { session, operators } = consoleCalls;
  const known = async (id: number) => {
    const found = (await roster.list()).find((operator) => operator.id === id);
    if (!found) throw new Refusal(Code.notFound, 'unknownOperator');
    return found;
  };
  const propose = (by: Parameters<Approvals['propose']>[0], change: RoleChange) =>
    approvals.propose(by, { act: 'role', target: `operator ${change.name}`, input: change });

  bind(session.me, (_input, by) => meOf(by));
  bind(session.logout, async (_input, _by, { customer }) => {
    await sessions.end(customer.sessionId);
    return null;
  });
  bind(operators.list, () => roster.list());
  bind(operators.create, async ({ name, role }, by) => {
    if (await roster.findByName(name)) throw new Refusal(Code.conflict, 'operatorNameTaken');
    return propose(by, { change: 'create', name, role });
  });
  bind(operators.setrole, async ({ id, role }, by) => {
    const { name, role: from } = await known(id);
    if (from === role) throw new Refusal(Code.conflict, 'nothingToChange');
    return propose(by, { change: 'setRole', id, name, from, role });
  });
  bind(operators.reset, async ({ id }, by) => propose(by, { change: 'reset', id, name: (await known(id)).name }));
  bind(operators.disable, async ({ id }, by) => {
    const { name } = await known(id);
    await shutOut(parts, { id, name, operator: by.name });
    return null;
  });
  bind(operators.approvals, async ({ open, limit, cursor }, by) => {
    const found = await approvals.list({ open, before: readCursor(cursor), limit }, by);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items, next: last && found.length > limit ? cursorAfter(last.id) : null };
  });
  bind(operators.decide, ({ id, agree }, by) => approvals.decide(id, agree, by));
  bind(operators.audit, async ({ limit, cursor, ...wanted }) => {
    const rows = await readAudit(db, { ...wanted, before: readCursor(cursor), limit: limit + 1 });
    const items = rows.slice(0, limit).map((row) => ({ before: null, after: null, ...row }));
    const last = items.at(-1);
    return { items, next: last && rows.length > limit ? cursorAfter(last.id) : null };
  });
}

/** Carries out what two agreed about an operator. */
export function changingRoles(parts: StaffParts): CarryOut {
  const { db, roster, sessions, now } = parts;
  return async (input, { by }) => {
    // As `propose` wrote it.
    const change = input as RoleChange;
    return db.transaction().execute(async (transaction) => {
      const act = { time: now(), operator: by.name, target: `operator ${change.name}` };
      if (change.change === 'create') {
        const added = await roster.add(transaction, change.name, change.role);
        if (added === null) throw new Refusal(Code.conflict, 'operatorNameTaken');
        await writeAudit(transaction, { ...act, act: 'operator.create', after: { role: change.role } });
        return { password: added.password };
      }
      await sessions.endAll(transaction, change.id);
      if (change.change === 'reset') {
        const password = await roster.beginAnew(transaction, change.id);
        await writeAudit(transaction, { ...act, act: 'operator.reset' });
        return { password };
      }
      if (change.from === 'admin') await refuseLastAdmin(transaction, change.id);
      await transaction.updateTable('operators').set({ role: change.role }).where('id', '=', change.id).execute();
      const roles = { before: { role: change.from }, after: { role: change.role } };
      await writeAudit(transaction, { ...act, act: 'operator.setRole', ...roles });
      return {};
    });
  };
}

async function shutOut(
  { db, sessions, now }: StaffParts,
  { id, name, operator }: { readonly id: number; readonly name: string; readonly operator: string },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await refuseLastAdmin(transaction, id);
    await transaction.updateTable('operators').set({ disabled_at: now() }).where('id', '=', id).execute();
    await sessions.endAll(transaction, id);
    await writeAudit(transaction, { time: now(), operator, act: 'operator.disable', target: `operator ${name}` });
  });
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
