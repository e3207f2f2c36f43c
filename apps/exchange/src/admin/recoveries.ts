import { isEvmChain } from '@fft/chains';
import { consoleCalls, type Recovery } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { Kysely } from 'kysely';
import { writeAudit } from '../audit/audit.ts';
import type { AgreedRecoveries, RecoveryRow } from '../custody/index.ts';
import type { Tables } from '../database/tables.ts';
import type { ExplorerLinks } from '../markets/listing/explorers.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';

export interface RecoveriesOptions {
  readonly db: Kysely<Tables>;
  readonly approvals: Pick<Approvals, 'propose' | 'findOpen'>;
  readonly recoveries: AgreedRecoveries;
  readonly explorerLinks: ExplorerLinks;
  readonly now: () => number;
}

const shown = 30;
const uniqueViolation = '23505';
const targetOf = ({ chain, txid }: Pick<RecoveryRow, 'chain' | 'txid'>): string => `recovery ${chain} ${txid}`;

/** Binds the calls about coins that came to customers' addresses uncredited. */
export function bindRecoveries(bind: Bind, options: RecoveriesOptions): void {
  const { db, approvals, recoveries: found } = options;
  const { recoveries } = consoleCalls;

  bind(recoveries.list, async () => ({ networks: await followed(db), recoveries: await newest(options) }));
  bind(recoveries.find, async ({ chain, txid }, { name }) => ask(options, { chain, txid: txid.toLowerCase(), name }));
  bind(recoveries.propose, async ({ id, requestId }, by) => {
    const input = await found.examine(id);
    const target = targetOf(input);
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
async function ask({ db, now }: RecoveriesOptions, { chain, txid, name: operator }: Named): Promise<{ id: number }> {
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

/** Passes on what two operators agreed to. */
export function createRecoveryApproval({
  recoveries,
}: Pick<RecoveriesOptions, 'recoveries'>): ExecuteApproval<'recovery'> {
  return async (input, { agreement }) => {
    await recoveries.agree(input, agreement);
    return {};
  };
}
