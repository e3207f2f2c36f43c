import type { ActInput } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { AccountMessage, Inbox } from '../content/index.ts';
import { writeAudit } from '../audit/audit.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { Directory } from '../ledger/listings/directory.ts';
import { parseAmount } from '../ledger/parse-amount.ts';
import type { Gateway, Untimed } from '../ledger/gateway.ts';
import { refusalOf, refuseUnavailable } from '../ledger/refusals.ts';
import type { ExecuteApproval } from './approvals.ts';

type Adjustment = ActInput<'adjustment'>;

export interface AdjustmentOptions {
  readonly gateway: Gateway;
  readonly directory: Directory;
  readonly inbox: Inbox;
  /** The account with the exchange's own money. */
  readonly treasury: number;
  readonly now: () => number;
}

/**
 * Executes a credit or correction that two operators agreed to. Received money comes from outside; otherwise it is first taken from the giving
 * account, and refused if that lacks it, so that nothing is credited that isn't there. Each step has an id: a repeated run executes it once.
 */
export function createAdjustmentApproval(options: AdjustmentOptions): ExecuteApproval<'adjustment'> {
  const { inbox, treasury, now } = options;
  return async (adjustment, { requestId, by }) => {
    const { kind, customer, coin, amount, account, reference } = adjustment;
    const money = unitsOf(options, adjustment);
    if (kind !== 'received') await take(options, { ...adjustment, ...money }, requestId);
    const refused = await submit(options, {
      type: 'deposit',
      requestId,
      source: kind === 'received' ? 'chain' : 'adjustments',
      owner: kind === 'fromCustomer' ? treasury : customer,
      kind: account,
      asset: money.asset,
      amount: money.units,
    });
    if (refused !== null) {
      if (kind === 'received') throw refusalOf(refused);
      throw new Error(`adjustment ${requestId}: the amount was taken but could not be credited: ${refused}`);
    }
    return {
      record: async (transaction) => {
        const after = { kind, account, coin, amount, reference };
        const act = { time: now(), operator: by.name, act: 'adjustment.make', target: `customer ${customer}` };
        await writeAudit(transaction, { ...act, after });
        await inbox.send(transaction, customer, message(adjustment));
      },
    };
  };
}

interface Money {
  readonly asset: number;
  readonly units: number;
}

/** What the operators read is what moves. @throws Refusal 404 of an unknown coin, FieldRefusal */
export function unitsOf(
  { directory }: Pick<AdjustmentOptions, 'directory'>,
  { coin, amount }: Pick<Adjustment, 'coin' | 'amount'>,
): Money {
  const asset = directory.assetId(coin);
  if (asset === null) throw new Refusal(Code.notFound, 'unknownCoin');
  return { asset, units: parseAmount(amount, directory.asset(asset).decimals) };
}

/** Moves the amount from the giving account into `adjustments`. */
async function take(options: AdjustmentOptions, adjustment: Adjustment & Money, requestId: string): Promise<void> {
  const { kind, customer, account, asset, units } = adjustment;
  const owner = kind === 'fromCustomer' ? customer : options.treasury;
  if (options.treasury === customer) throw new Refusal(Code.conflict, 'nothingToChange');
  const hold = { requestId, destination: 'adjustments', owner, kind: account, asset, amount: units, fee: 0 } as const;
  const refused = await submit(options, { type: 'holdWithdrawal', ...hold });
  if (refused !== null) throw refusalOf(refused);
  const unsettled = await submit(options, { type: 'settleWithdrawal', requestId, owner });
  if (unsettled !== null)
    throw new Error(`adjustment ${requestId}: the held amount could not be settled: ${unsettled}`);
}

/** Returns the refusal, or null if it is done. */
async function submit({ gateway }: AdjustmentOptions, command: Untimed) {
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
