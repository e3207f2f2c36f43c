import type { ActInput } from '@fft/console-contract';
import type { Kysely } from 'kysely';
import type { Agreement } from '../../authority/agreement.ts';
import { writeAudit } from '../../audit/audit.ts';
import type { AccountMessage, Inbox } from '../../content/index.ts';
import type { AnyTransaction } from '../../database/rooms.ts';
import type { Tables } from '../room.ts';
import type { Gateway, Untimed } from '../../ledger/gateway.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { parseAmount } from '../../ledger/parse-amount.ts';
import { refusalOf, refuseUnavailable } from '../../ledger/refusals.ts';
import { refuse } from '../refusals.ts';

type Adjustment = ActInput<'adjustment'>;

export interface AdjustmentsOptions {
  readonly db: Kysely<Tables>;
  readonly gateway: Gateway;
  readonly directory: Directory;
  readonly inbox: Inbox;
  /** The account with the exchange's own money. */
  readonly treasury: number;
  readonly now: () => number;
}

interface Money {
  readonly asset: number;
  readonly units: number;
}

/** Credits and corrections by hand. Each takes two operators, whatever its size. */
export interface Adjustments {
  /** What the operators read is what moves. @throws Refusal `notFound` of an unknown coin, FieldRefusal */
  unitsOf(money: Pick<Adjustment, 'coin' | 'amount'>): Money;
  /** @throws Refusal if it can't be made */
  examine(adjustment: Adjustment): Promise<Money>;
  /** Returns what records it, in the transaction of the decision. @throws Refusal if nothing has moved */
  make(
    adjustment: Adjustment,
    agreed: { readonly requestId: string; readonly agreement: Agreement },
  ): Promise<(transaction: AnyTransaction) => Promise<void>>;
}

export function createAdjustments(options: AdjustmentsOptions): Adjustments {
  const { inbox, now } = options;
  return {
    unitsOf: (money) => unitsOf(options, money),
    examine: (adjustment) => examine(options, adjustment),
    make: async (adjustment, { requestId, agreement }) => {
      const { kind, customer, coin, amount, account, reference } = adjustment;
      const target = targetOf(adjustment);
      agreement.requireAbout('adjustment', target, adjustment);
      await move(options, { ...adjustment, ...(await examine(options, adjustment)) }, requestId);
      return async (transaction) => {
        const after = { kind, account, coin, amount, reference };
        const act = { time: now(), operator: agreement.second, act: 'adjustment.make', target };
        await writeAudit(transaction, { ...act, after });
        await inbox.send(transaction, customer, message(adjustment));
      };
    },
  };
}

const targetOf = ({ customer }: Pick<Adjustment, 'customer'>): string => `customer ${customer}`;

async function examine(options: AdjustmentsOptions, adjustment: Adjustment): Promise<Money> {
  const { customer, kind } = adjustment;
  const known = options.db.selectFrom('customers').select('id').where('id', '=', customer);
  if ((await known.executeTakeFirst()) === undefined) throw refuse('unknownCustomer');
  if (kind !== 'received' && customer === options.treasury) throw refuse('nothingToChange');
  return unitsOf(options, adjustment);
}

function unitsOf(
  { directory }: Pick<AdjustmentsOptions, 'directory'>,
  { coin, amount }: Pick<Adjustment, 'coin' | 'amount'>,
): Money {
  const asset = directory.assetId(coin);
  if (asset === null) throw refuse('unknownCoin');
  return { asset, units: parseAmount(amount, directory.asset(asset).decimals) };
}

/**
 * Received money comes from outside; otherwise it is first taken from the giving account, and refused if that lacks it, so that nothing is credited
 * that isn't there. Each step has an id: a repeated run executes it once.
 */
async function move(options: AdjustmentsOptions, adjustment: Adjustment & Money, requestId: string): Promise<void> {
  const { kind, customer, account, asset, units } = adjustment;
  if (kind !== 'received') await take(options, adjustment, requestId);
  const refused = await submit(options, {
    type: 'deposit',
    requestId,
    source: kind === 'received' ? 'chain' : 'adjustments',
    owner: kind === 'fromCustomer' ? options.treasury : customer,
    kind: account,
    asset,
    amount: units,
  });
  if (refused === null) return;
  if (kind === 'received') throw refusalOf(refused);
  throw new Error(`adjustment ${requestId}: the amount was taken but could not be credited: ${refused}`);
}

/** Moves the amount from the giving account into `adjustments`. */
async function take(options: AdjustmentsOptions, adjustment: Adjustment & Money, requestId: string): Promise<void> {
  const { kind, customer, account, asset, units } = adjustment;
  const owner = kind === 'fromCustomer' ? customer : options.treasury;
  const hold = { requestId, destination: 'adjustments', owner, kind: account, asset, amount: units, fee: 0 } as const;
  const refused = await submit(options, { type: 'holdWithdrawal', ...hold });
  if (refused !== null) throw refusalOf(refused);
  const unsettled = await submit(options, { type: 'settleWithdrawal', requestId, owner });
  if (unsettled !== null)
    throw new Error(`adjustment ${requestId}: the held amount could not be settled: ${unsettled}`);
}

/** Returns the refusal, or null if it is done. */
async function submit({ gateway }: AdjustmentsOptions, command: Untimed) {
  const outcome = await gateway.submit(command).catch(refuseUnavailable);
  return outcome.kind === 'done' ? null : outcome.reason;
}

function message({ kind, coin, amount, reference }: Adjustment): AccountMessage {
  const isCredit = kind !== 'fromCustomer';
  return {
    kind: 'deposits',
    title: isCredit
      ? { zh: '账户已入账', en: 'Your account was credited' }
      : { zh: '账户已更正', en: 'Your account was corrected' },
    paragraphs: {
      zh: [`${isCredit ? '入账' : '扣减'}：${amount} ${coin}`, `备注：${reference}`],
      en: [`${isCredit ? 'Credited' : 'Debited'}: ${amount} ${coin}`, `Reference: ${reference}`],
    },
  };
}
