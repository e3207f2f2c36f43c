import { until } from '../faults/until.ts';
import type { Liar } from './network.ts';
import type { CustodyStage } from './stage.ts';
import { addWithdrawal, type DrillWithdrawal, pick, untilAllowed, type Work } from './workload.ts';

/** Faults of an exchange, planted to see that the judge finds them. */
export const faults = ['oneNodeBelieved', 'paymentLost', 'paymentDoubled', 'doubledInBatch'] as const;
export type Fault = (typeof faults)[number];

const plantedWithinMs = 60_000;

/** Carries the faults out in the books; returns the withdrawals as their customers asked for them. */
export async function plantFaults(
  stage: CustodyStage,
  work: Work,
  planted: readonly Fault[],
): Promise<DrillWithdrawal[]> {
  const asked: DrillWithdrawal[] = [];
  const withdrawalOf = (index: number): DrillWithdrawal => {
    const [coin, customer] = pick(work, index);
    return {
      coin,
      customer,
      amount: coin.least + coin.fee + index,
      fee: coin.fee,
      recipient: coin.network.outsider(index),
    };
  };
  if (planted.includes('paymentDoubled')) {
    const withdrawal = withdrawalOf(work.count);
    for (const request of ['once', 'again']) await addWithdrawal(stage, withdrawal, request);
    asked.push(withdrawal);
  }
  if (planted.includes('doubledInBatch')) {
    const withdrawal = withdrawalOf(work.count + 2);
    await untilAllowed(stage, withdrawal.coin);
    for (const request of ['in a batch', 'and again']) await addWithdrawal(stage, withdrawal, request);
    asked.push(withdrawal);
  }
  if (planted.includes('paymentLost')) {
    const withdrawal = withdrawalOf(work.count + 1);
    await endUnpaid(stage, await addWithdrawal(stage, withdrawal, 'lost', 'review'));
    asked.push(withdrawal);
  }
  return asked;
}

/** Marks a withdrawal as paid that no one has paid. */
async function endUnpaid({ database: { db } }: CustodyStage, id: number): Promise<void> {
  const end = async (): Promise<true | null> => {
    const { numUpdatedRows } = await db
      .updateTable('withdrawals')
      .set({ state: 'done' })
      .where('id', '=', id)
      .where('state', '=', 'review')
      .executeTakeFirst();
    return numUpdatedRows === 1n ? true : null;
  };
  await until(end, 'the withdrawal to lose is not frozen', plantedWithinMs);
}

/** Lets the only node that is believed claim a transfer, until it is credited. */
export async function untilBelieved({ database: { db } }: CustodyStage, liar: Liar): Promise<void> {
  await liar.begin('transfer');
  const believes = async (): Promise<true | null> => {
    const rows = await db
      .selectFrom('chain_deposits')
      .select('amount')
      .where('state', '=', 'credited')
      .where('txid', 'in', ['', ...liar.invented])
      .execute();
    return rows.length > 1 ? true : null;
  };
  await until(believes, 'the exchange does not believe its only node', plantedWithinMs);
  liar.end();
}
