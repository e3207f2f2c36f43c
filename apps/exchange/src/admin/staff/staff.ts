import { consoleCalls, type OperatorChange } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import { readAudit } from '../../audit/audit.ts';
import type { Tables } from '../room.ts';
import { cursorAfter, readCursor } from '../../transport/http/cursor.ts';
import { refuse } from '../refusals.ts';
import type { Approvals } from '../approvals.ts';
import type { Bind } from '../bind.ts';
import { type ChangeOperatorOptions, resendLink, rightsWithout, revokeAccess } from './change-operator.ts';
import { meOf } from './sign-in.ts';
import type { OperatorSessions } from './sessions.ts';

/** Binds the calls about operators, approvals and the audit log. */
export function bindStaff(bind: Bind, options: StaffOptions): void {
  const { sessions, approvals } = options;
  const { session, operators } = consoleCalls;
  bind(session.me, (_input, by) => meOf(by));
  bind(session.logout, async (_input, _by, { customer }) => {
    await sessions.end(customer.sessionId);
    return null;
  });
  bindOperators(bind, options);
  bind(operators.approvals, async ({ open, limit, cursor }, by) => {
    const found = await approvals.list({ open, before: readCursor(cursor), limit }, by);
    const items = found.slice(0, limit);
    const last = items.at(-1);
    return { items, next: last && found.length > limit ? cursorAfter(last.id) : null };
  });
  bind(operators.decide, ({ id, agree }, by) => approvals.decide(id, agree, by));
  bind(operators.audit, async ({ limit, cursor, ...wanted }) => {
    const rows = await readAudit(options.listed, { ...wanted, before: readCursor(cursor), limit: limit + 1 });
    const items = rows.slice(0, limit).map((row) => ({ before: null, after: null, ...row }));
    const last = items.at(-1);
    return { items, next: last && rows.length > limit ? cursorAfter(last.id) : null };
  });
}

interface StaffOptions extends ChangeOperatorOptions {
  /** For lists alone. */
  readonly listed: Kysely<Tables>;
  readonly sessions: OperatorSessions;
  readonly approvals: Approvals;
}

function bindOperators(bind: Bind, options: StaffOptions): void {
  const { roster, approvals } = options;
  const { operators } = consoleCalls;
  const known = async (id: number) => {
    const found = (await roster.list()).find((operator) => operator.id === id);
    if (!found) throw refuse('unknownOperator');
    return found;
  };
  const propose = (by: Parameters<Approvals['propose']>[0], change: OperatorChange) =>
    approvals.propose(by, { act: 'role', target: `operator ${change.name}`, input: change });

  bind(operators.list, () => roster.list());
  const refuseTaken = async (email: string) => {
    if ((await roster.list()).some((one) => one.email?.toLowerCase() === email)) throw refuse('operatorEmailTaken');
  };
  bind(operators.create, async ({ name, role, email }, by) => {
    if (await roster.findByName(name)) throw refuse('operatorNameTaken');
    await refuseTaken(email);
    return propose(by, { change: 'create', name, role, email });
  });
  bind(operators.setRole, async ({ id, role }, by) => {
    const { name, role: from } = await known(id);
    if (from === role) throw refuse('nothingToChange');
    return propose(by, { change: 'setRole', id, name, from, role });
  });
  bind(operators.reset, async ({ id }, by) => {
    const { name, email } = await known(id);
    if (email === null) throw refuse('operatorEmailNeeded');
    return propose(by, { change: 'reset', id, name, email });
  });
  bind(operators.setEmail, async ({ id, email }, by) => {
    const { name, email: before } = await known(id);
    if (before === email) throw refuse('nothingToChange');
    await refuseTaken(email);
    return propose(by, { change: 'setEmail', id, name, email });
  });
  bind(operators.resendLink, async ({ id }, by) => ({
    mailed: await resendLink(options, { id, name: (await known(id)).name, by }),
  }));
  bind(operators.disable, async ({ id }, by) => {
    const { name, role } = await known(id);
    const leaves = await rightsWithout(options, id);
    if (leaves.length > 0) return propose(by, { change: 'disable', id, name, role, leaves: [...leaves] });
    await revokeAccess(options, { id, name, by });
    return null;
  });
}
