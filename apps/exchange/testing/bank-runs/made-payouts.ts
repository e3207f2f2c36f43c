import { readPain001 } from '@fft/bank-files';
import { dayOf, type BookedPayment, type MadeUpAccount, type Payer } from '../made-up-bank.ts';
import { paymentName } from '../../src/banks/payouts/payment-names.ts';
import { createWithdrawalProcessor } from '../../src/funds/withdrawals/withdrawal-processor.ts';
import { createWithdrawals } from '../../src/funds/withdrawals/withdrawals.ts';
import { bankRail } from '../../src/assets/networks.ts';
import type { AccountRow } from '../../src/banks/accounts.ts';
import { days, type MadeBank } from './made-cases.ts';
import { assetOf, currency, scaleOf, type RunCustomer, type RunExchange } from './open-runs.ts';

/** A payout that the exchange ordered, and what the bank made of it. */
export interface MadePayout {
  /** Of the withdrawal. */
  readonly id: number;
  readonly account: number;
  readonly customer: number;
  /** Minor units. */
  readonly amount: number;
  readonly name: string;
  /** Numbers of the bookings; null for a payout that stays. */
  left: number | null;
  cameBack: number | null;
  /** The bank drops our name. */
  readonly isNameless: boolean;
  /** The bank booked it, or its return, twice. */
  isRepeated: boolean;
}

type Plan = MadeBank['payouts'][number];

interface Releasing {
  readonly row: AccountRow;
  readonly bank: MadeUpAccount;
  readonly made: MadeBank;
  readonly day: number;
  readonly amountOf: (plan: Plan) => number;
}

/** Releases a day's payouts of an account as one file, which the bank reads and books. */
export async function releasePayouts(run: RunExchange, releasing: Releasing): Promise<MadePayout[]> {
  const { row, bank, made, day, amountOf } = releasing;
  const plans = made.payouts.filter((plan) => plan.day === day);
  if (plans.length === 0) return [];
  const payouts: (MadePayout & { readonly plan: Plan; readonly payer: RunCustomer })[] = [];
  for (const plan of plans) {
    const payer = run.customers[plan.customer] as RunCustomer;
    const amount = amountOf(plan);
    const id = await request(run, payer, amount);
    const name = paymentName(run.ledger.authority, 'payout', id);
    const facts = { id, account: row.id, customer: payer.id, amount, name, isNameless: plan.isNameless };
    payouts.push({ ...facts, left: null, cameBack: null, isRepeated: false, plan, payer });
  }
  const { batches } = run.side;
  const proposed = await batches.propose(
    row.id,
    payouts.map(({ name }) => name),
    'li',
  );
  await batches.release(proposed.id, proposed.digest, { operator: 'wu', first: 'li' });
  const { text } = await batches.file(proposed.id, 'li');
  const ordered = new Map(readPain001(text).payments.map((payment) => [payment.endToEnd, payment]));
  const paymentOf = ({ name, isNameless, payer }: (typeof payouts)[number], isReturn: boolean): BookedPayment => {
    const order = ordered.get(name);
    if (!order) throw new Error(`the file lacks ${name}`);
    const { amount, account } = order;
    const side: Payer = { name: payer.name, account, text: order.text };
    return { payer: side, amount, endToEnd: isNameless ? null : name, isReturn };
  };
  const groups = Map.groupBy(payouts, ({ plan, id }) => (made.isBatching ? plan.delay : id));
  for (const group of groups.values()) {
    const booked = Math.min(days - 1, day + (group[0]?.plan.delay ?? 0));
    const payments = group.map((payout) => paymentOf(payout, false));
    const left = bank.book({ day: dayOf(booked), direction: 'out', isUnusual: false, payments });
    for (const payout of group) {
      payout.left = left.id;
      const { returns } = payout.plan;
      if (returns === null) continue;
      const back = { direction: 'in', isUnusual: false, payments: [paymentOf(payout, true)] } as const;
      payout.cameBack = bank.book({ ...back, day: dayOf(Math.min(days - 1, booked + returns)) }).id;
    }
  }
  return payouts;
}

/** Books a payout or its return again. */
export function repeat(bank: MadeUpAccount, payout: MadePayout, { day, isReturn }: MadeBank['mistakes'][number]): void {
  const first = isReturn ? payout.cameBack : payout.left;
  const booking = bank.bookings.find(({ id }) => id === first);
  const payment = booking?.payments.find(({ payer }) => payer.text === payout.name);
  // No bank repeats what is still to come.
  if (booking === undefined || payment === undefined || booking.day > dayOf(day)) return;
  payout.isRepeated = true;
  bank.book({ ...booking, day: dayOf(day), payments: [payment] });
}

let requests = 0;

/** An approved payout with its money frozen. */
async function request({ ledger, db }: RunExchange, { id: customer, account }: RunCustomer, amount: number) {
  const { directory } = ledger;
  requests += 1;
  const withdrawals = createWithdrawals({ ...ledger, db });
  const log = { warn: () => undefined } as never;
  const processor = createWithdrawalProcessor({ ...ledger, db, withdrawals, log, onChange: async () => undefined });
  const row = await db.transaction().execute((transaction) =>
    withdrawals.add(transaction, {
      customer,
      request_id: `r${requests}`,
      coin: currency,
      chain: bankRail,
      asset: assetOf(directory),
      address_id: 1,
      address: account,
      memo: 'cn:',
      amount: amount * scaleOf(directory),
      fee: 0,
      usdt_units: 1,
      planned: 'approved',
    }),
  );
  return (await processor.begin(row)).id;
}

/** Marks what only looks like a payout or a return: nothing may be settled or given back by it. */
export const imitationMark = 'IMITATION';

/** Books what others do to look like one of these payouts. */
export function imitate(
  bank: MadeUpAccount,
  stranger: Payer,
  { kind, day }: Pick<MadeBank['imitations'][number], 'kind' | 'day'>,
  { id, name, amount }: Pick<MadePayout, 'id' | 'name' | 'amount'>,
): void {
  const words: Record<typeof kind, Pick<BookedPayment, 'endToEnd' | 'isReturn'> & { readonly text: string }> = {
    // The payee knows the name: it is the text of the payment.
    namedTransfer: { endToEnd: name, isReturn: false, text: `${imitationMark} RTRN+AC04 ${name}` },
    guessedReturn: { endToEnd: `PAYOUT-${id}`, isReturn: true, text: imitationMark },
    textReturn: { endToEnd: null, isReturn: true, text: `${imitationMark} EREF+${name} RTRN+AC04` },
    textDebit: { endToEnd: null, isReturn: false, text: `${imitationMark} EREF+${name}` },
    guessedDebit: { endToEnd: `PAYOUT-${id}`, isReturn: false, text: imitationMark },
  };
  const { text, ...payment } = words[kind];
  const direction = kind.endsWith('Debit') ? 'out' : 'in';
  const payments = [{ payer: { ...stranger, text }, amount, ...payment }];
  bank.book({ day: dayOf(day), direction, isUnusual: false, payments });
}
