import type { calls, Conversion } from '@fft/contract';
import { formatBase, formatQuote, type MarketView } from '../../ledger/listings/market-view.ts';
import type { OrderRecord } from '../../ledger/replica/order-record.ts';
import type { Handler } from '../../transport/http/execute-call.ts';
import { findOrder } from '../find-order.ts';
import { marketRefusal } from '../market-refusal.ts';
import { conversionOrderIds } from '../order-parents.ts';
import { orderWire } from '../order-wire.ts';
import type { OrdersContext } from '../orders-context.ts';
import { refuse } from '../refusals.ts';
import type { Trading } from '../trading.ts';
import { conversionCommand, findConversion, unitsOf } from './find-conversion.ts';
import { totalsOf } from './totals.ts';

type Input = Parameters<Handler<typeof calls.convert.execute>>[0];

/** Converts an amount, or nothing. The same id again answers with the conversion that it made. */
export function executeConversion(area: OrdersContext, trading: Trading): Handler<typeof calls.convert.execute> {
  const { directory, now } = area;
  return async (input, { customer, turn }) => {
    const owner = customer.id;
    const known = await conversionUnder(area, owner, input);
    if (known !== null) return known;
    const found = findConversion(area, { ...input, owner, time: now() });
    const receiveMin = unitsOf(directory, input.to, input.receiveMin, 'receiveMin');
    const trader = await trading.admit(customer, found.legs.length);
    const ids = conversionOrderIds({ kind: 'convert', id: input.clientId }, 0);
    const command = conversionCommand({ ...found, receiveMin }, { owner, ids });
    const outcome = await trading.convert(trader, command, turn);
    const reason = outcome.kind === 'done' ? null : outcome.reason;
    if (reason === 'fillOrKillUnfillable' || reason === 'receivesTooLittle') throw refuse('conversionMoved');
    const view = found.legs[0]?.view;
    // Another request with this id may have been first.
    if (reason !== null && reason !== 'idConflict' && view) throw marketRefusal(area, { reason, view });
    const made = await conversionUnder(area, owner, input);
    if (made === null) throw refuse('idConflict');
    return made;
  };
}

/** The conversion that this id made, or null. @throws Refusal `idConflict` if it was another one */
async function conversionUnder(area: OrdersContext, owner: number, input: Input): Promise<Conversion | null> {
  const { directory } = area;
  const { clientId, from, to, amount } = input;
  const [firstId, secondId] = conversionOrderIds({ kind: 'convert', id: clientId }, 0);
  const first = await findOrder(area, { owner, clientOrderId: firstId });
  if (first === null) return null;
  const second = await findOrder(area, { owner, clientOrderId: secondId });
  const records = second === null ? [first] : [first, second];
  const views = records.map(({ command }) => directory.marketById(command.market));
  const [ofFirst, ofLast] = [views[0], views.at(-1)];
  const last = records.at(-1);
  if (ofFirst === undefined || ofLast === undefined || last === undefined) return null;
  const isSame =
    coinsOf(first, ofFirst).given === from &&
    coinsOf(last, ofLast).taken === to &&
    sizeOf(first) === wantedSize(first, ofFirst, unitsOf(directory, from, amount));
  if (!isSame) throw refuse('idConflict');
  const { paid, received } = totalsOf(directory, records);
  return {
    clientId,
    from,
    to,
    pay: first.command.side === 'buy' ? formatQuote(ofFirst, paid) : formatBase(ofFirst, paid),
    receive: last.command.side === 'buy' ? formatBase(ofLast, received) : formatQuote(ofLast, received),
    orders: records.map((record) => orderWire(directory, record)),
  };
}

function coinsOf(
  { command }: OrderRecord,
  { base, quote }: MarketView,
): { readonly given: string; readonly taken: string } {
  const [given, taken] = command.side === 'buy' ? [quote, base] : [base, quote];
  return { given: given.code, taken: taken.code };
}

function sizeOf({ command: { amount, quantityLots } }: OrderRecord): number {
  return amount > 0 ? amount : quantityLots;
}

function wantedSize({ command: { side } }: OrderRecord, { rules }: MarketView, units: number): number {
  return side === 'buy' ? units : Math.floor(units / rules.unitsPerLot);
}
