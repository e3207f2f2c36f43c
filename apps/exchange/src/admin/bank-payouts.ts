import { consoleCalls, type BankBatchLine } from '@fft/console-contract';
import type { BankOperations } from '../banks/index.ts';
import { readCursor } from '../transport/http/cursor.ts';
import type { OpenApproval } from './approvals.ts';
import { pageOf, type BanksOptions } from './banks.ts';
import type { Bind } from './bind.ts';

type Batch = Omit<Awaited<ReturnType<BankOperations['batch']>>, 'items'> & { readonly items: readonly unknown[] };

/** Binds what banks answer to payment files: which payments they refused. */
export function bindBankAnswers(bind: Bind, { banks }: Pick<BanksOptions, 'banks'>): void {
  bind(consoleCalls.banks.takeAnswer, async ({ text }, by) => {
    const { batch, refused } = await banks.takeAnswer(text, by.name);
    return { batch, refused: [...refused] };
  });
}

/** Binds the calls about payments out of the bank accounts. */
export function bindBankPayouts(bind: Bind, options: Pick<BanksOptions, 'banks' | 'approvals'>): void {
  const { banks, approvals } = options;
  const own = consoleCalls.banks;
  bind(own.payable, ({ account }) => banks.payable(account));
  bind(own.proposeBatch, async ({ account, items }, by) => {
    const endToEnds = items.split(',').map((item) => item.trim());
    const batch = await banks.proposeBatch(account, endToEnds, by.name);
    const { id, coin, count, total, digest } = batch;
    const input = { id, account, coin, count, total, digest };
    const proposed = await approvals.propose(by, { act: 'bankBatch', target: targetOf(batch), input });
    return { batch: id, approval: proposed.id };
  });
  bind(own.batches, async ({ account, limit, cursor }) => {
    const found = await banks.batchesOf({ account, before: readCursor(cursor), limit });
    const { items, next } = pageOf(found, limit);
    return { items: await described(items), next };
  });
  bind(own.batch, async ({ id }) => {
    const batch = await banks.batch(id);
    const [line] = await described([batch]);
    if (!line) throw new Error(`bank batch ${id} was not described`);
    const targets = batch.items.flatMap(({ kind, id: of }) => (kind === 'payout' ? [payoutTarget(of)] : []));
    const givingBack = await approvals.findOpen('bankPayout', targets);
    const proposerOf = (of: number): string | null => givingBack.get(payoutTarget(of))?.proposerName ?? null;
    return {
      ...line,
      items: batch.items.map((item) => ({ ...item, givingBack: item.kind === 'payout' ? proposerOf(item.id) : null })),
    };
  });
  bind(own.batchFile, ({ id }, by) => banks.batchFile(id, by.name));
  bind(own.failPayout, async ({ id, zh, en }, by) => {
    const { customer, coin, amount, address } = await banks.checkFailing(id);
    const input = { id, customer, coin, amount, address, zh, en };
    const proposed = await approvals.propose(by, { act: 'bankPayout', target: payoutTarget(id), input });
    return { approval: proposed.id };
  });
  bind(own.depositsOf, async ({ id, limit, cursor }) =>
    pageOf(await banks.depositsOf(id, { before: readCursor(cursor), limit }), limit),
  );
  bind(own.payoutsOf, async ({ id, limit, cursor }) =>
    pageOf(await banks.payoutsOf(id, { before: readCursor(cursor), limit }), limit),
  );
  bind(own.days, async ({ account, broken, limit, before }) => {
    const found = await banks.days({ account, isBroken: broken, before, limit });
    const items = found.slice(0, limit);
    return { items, next: found.length > limit ? (items.at(-1)?.day ?? null) : null };
  });
  bind(own.explainDay, async ({ account, day, explanation }, by) => {
    const problem = await banks.checkExplaining({ account, day });
    const target = `bank account ${account} on ${day}`;
    const input = { account, day, problem, explanation };
    const { id } = await approvals.propose(by, { act: 'bankDay', target, input });
    return { approval: id };
  });

  async function described(batches: readonly Batch[]): Promise<BankBatchLine[]> {
    const open = await approvals.findOpen('bankBatch', batches.map(targetOf));
    return batches.map((batch) => describe(batch, open));
  }
}

const payoutTarget = (id: number): string => `withdrawal ${id}`;

function targetOf({ id }: Pick<Batch, 'id'>): string {
  return `bank batch ${id}`;
}

/** A batch whose proposal is not open any more, and that was not released, was refused. */
function describe(batch: Batch, open: ReadonlyMap<string, OpenApproval>): BankBatchLine {
  const { items: _items, ...line } = batch;
  const approval = open.get(targetOf(batch))?.id ?? null;
  const state = line.state === 'proposed' && approval === null ? 'refused' : line.state;
  return { ...line, state, approval };
}
