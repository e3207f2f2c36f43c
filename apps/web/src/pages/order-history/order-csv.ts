import { hasTermOf, type Order } from '@fft/contract';

/** First characters of text that a spreadsheet would read as a formula. */
const formula = /^[=+\-@\t\r]/;

function cell(value: string): string {
  const safe = formula.test(value) ? `'${value}` : value;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** `limit`, `market`, `stop-limit` or `stop-market` for orders with a trigger, `trailing-limit` or `trailing-market` where it follows the market. */
const typeOf = (order: Order): string => {
  const { type } = order;
  if (hasTermOf('trail', order)) return `trailing-${type}`;
  return hasTermOf('stop', order) ? `stop-${type}` : type;
};

/** Formats orders as a spreadsheet file: UTF-8 with a byte order mark, one line each, times in UTC. */
export function orderCsv(orders: readonly Order[], columns: readonly string[]): string {
  const lines = orders.map((order) => [
    order.id,
    new Date(order.time).toISOString(),
    order.symbol,
    order.side,
    typeOf(order),
    order.stopPrice ?? '',
    order.price ?? '',
    order.quantity ?? '',
    order.amount ?? '',
    order.filled,
    order.filledTotal,
    order.average ?? '',
    order.fee,
    order.feeCoin,
    order.state,
  ]);
  return `\uFEFF${[columns, ...lines].map((line) => line.map(cell).join(',')).join('\r\n')}\r\n`;
}
