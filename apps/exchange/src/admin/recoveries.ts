import { isDeepStrictEqual } from 'node:util';
import { isEvmChain } from '@fft/chains';
import { consoleCalls, type Recovery, type RecoveryAnswer } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { RecoveryRow, RecoveryStatements } from '../custody/index.ts';
import type { Tables } from '../database/tables.ts';
import type { Authority } from '../funds/withdrawals/index.ts';
import type { ExplorerLinks } from '../markets/listing/explorers.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';

export interface RecoveriesOptions {
  readonly db: Kysely<Tables>;
  readonly authority: Pick<Authority, 'macOf' | 'isMacOf'>;
  readonly approvals: Pick<Approvals, 'propose' | 'findOpen'>;
  readonly statements: RecoveryStatements;
  readonly explorerLinks: ExplorerLinks;
  readonly now: () => number;
}

type RecoveryRules = Omit<RecoveriesOptions, 'approvals' | 'explorerLinks'>;

const shown = 30;
/** What is credited by then, and by whom, may have changed. */
const answerValidMs = 86_400_000;
const uniqueViolation = '23505';
const targetOf = ({ chain, txid }: Pick<RecoveryRow, 'chain' | 'txid'>): string => `recovery ${chain} ${txid}`;

/** Binds the calls about coins that came to customers' addresses uncredited. */
export function bindRecoveries(bind: Bind, options: RecoveriesOptions): void {
  const { db, approvals } = options;
  const { recoveries } = consoleCalls;

  bind(recoveries.list, async () => ({ networks: await followed(db), recoveries: await newest(options) }));
  bind(recoveries.find, async ({ chain, txid }, { name }) => ask(options, { chain, txid: txid.toLowerCase(), name }));
  bind(recoveries.propose, async ({ id, requestId }, by) => {
    const { chain, txid, answer } = await examine(options, id);
    const input = {
      recovery: id,
      chain,
      txid,
      height: answer.height,
      arrivals: arrivalsOf(options.statements, answer),
    };
    const target = targetOf({ chain, txid });
    const approval = await approvals.propose(by, { act: 'recovery', target, input, requestId });
    return { approval: approval.id };
  });
}

/** Followed EVM networks: a customer has the same address on all of them. */
async function followed(db: Kysely<Tables>): Promise<string[]> {
  const rows = await db.selectFrom('custody_chains').select('chain').orderBy('chain').execute();
  return rows.map(({ chain }) => chain).filter(isEvmChain);
}

async function newest({ db, approvals, explorerLinks }: RecoveriesOptions): Promise<Recovery[]> {
  const rows = await db.selectFrom('deposit_recoveries').selectAll().orderBy('id', 'desc').limit(shown).execute();
  const open = await approvals.findOpen('recovery', rows.map(targetOf));
  const linkTo = await explorerLinks.read();
  return rows.map(({ id, chain, txid, operator, time, answer, operators, outcome }) => {
    const proposer = open.get(targetOf({ chain, txid }))?.proposerName ?? null;
    return { id, chain, txid, explorerUrl: linkTo(chain, txid), operator, time, answer, proposer, operators, outcome };
  });
}

interface Named {
  readonly chain: string;
  readonly txid: string;
  readonly name: string;
}

/** Custody answers, in whatever process. @throws Refusal if the network isn't followed, or the transaction is being read */
async function ask({ db, now }: RecoveryRules, { chain, txid, name: operator }: Named): Promise<{ id: number }> {
  if (!(await followed(db)).includes(chain))
    throw new Refusal(Code.notFound, 'recoveryNetwork', { data: { field: 'chain' } });
  const time = now();
  try {
    return await db.transaction().execute(async (transaction) => {
      const row = { chain, txid, operator, time };
      const added = await transaction
        .insertInto('deposit_recoveries')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow();
      await writeAudit(transaction, { time, operator, act: 'recovery.find', target: targetOf(row) });
      return added;
    });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === uniqueViolation)
      throw new Refusal(Code.conflict, 'recoveryAsked');
    throw error;
  }
}

/** Says if something can be credited. @throws Refusal with the reason why it can't */
async function examine(
  { db, authority, statements, now }: RecoveryRules,
  id: number,
): Promise<RecoveryRow & { readonly answer: RecoveryAnswer }> {
  const row = await db.selectFrom('deposit_recoveries').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row?.answer || row.time < now() - answerValidMs) throw new Refusal(Code.conflict, 'recoveryUnanswered');
  if (!authority.isMacOf(statements.ofAnswer(row), row.mac)) throw new Refusal(Code.conflict, 'recoveryAltered');
  if (row.agreed !== null) throw new Refusal(Code.conflict, 'recoveryAgreed');
  if (row.answer.finding !== 'found' || statements.recoverableIn(row.answer).length === 0)
    throw new Refusal(Code.conflict, 'recoveryNothing');
  return { ...row, answer: row.answer };
}

/** What would be credited, for the second operator. */
function arrivalsOf({ recoverableIn }: RecoveryStatements, answer: RecoveryAnswer) {
  return recoverableIn(answer).flatMap(({ amount, coin, customer, address }) =>
    amount === null || coin === null ? [] : [{ amount, coin, customer, address }],
  );
}

/** Passes what two operators agreed to on to custody, which reads the chain again before it records anything. */
export function createRecoveryApproval(options: RecoveryRules): ExecuteApproval<'recovery'> {
  const { db, authority, statements, now } = options;
  return async ({ recovery: id, arrivals }, { agreement }) => {
    const operators = `${agreement.first} and ${agreement.second}`;
    const known = await db.selectFrom('deposit_recoveries').selectAll().where('id', '=', id).executeTakeFirst();
    // The process may have died between passing it on and recording that.
    if (known?.operators === operators && authority.isMacOf(statements.ofAgreement(known), known.agreed_mac)) return {};
    const row = await examine(options, id);
    if (!isDeepStrictEqual(arrivalsOf(statements, row.answer), arrivals))
      throw new Refusal(Code.conflict, 'recoveryAltered');
    const agreed = { operators, agreed: now() };
    await db
      .updateTable('deposit_recoveries')
      .set({ ...agreed, agreed_mac: authority.macOf(statements.ofAgreement({ ...row, ...agreed })) })
      .where('id', '=', id)
      .where('agreed', 'is', null)
      .execute();
    return {};
  };
}
