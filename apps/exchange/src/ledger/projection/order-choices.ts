import type { PlaceOrder } from '@fft/engine';

/**
 * An order's words as one number, its column `choices` in compact tables. The view `listed_orders` (migration 0047) turns it back: a test holds both together. A new
 * word takes the next number or the next free bits; none changes its meaning.
 */
export function choicesOf(command: PlaceOrder): number {
  const { side, orderType, timeInForce, postOnly, selfTrade, stopDirection } = command;
  return (
    (side === 'buy' ? 1 : 0) |
    (orderType === 'market' ? 1 << 1 : 0) |
    (timesInForce[timeInForce] << 2) |
    (postOnly ? 1 << 4 : 0) |
    (selfTrades[selfTrade] << 5) |
    ((stopDirection === undefined ? 0 : stopDirections[stopDirection]) << 7)
  );
}

const timesInForce: Readonly<Record<PlaceOrder['timeInForce'], number>> = { GTC: 0, IOC: 1, FOK: 2 };
const selfTrades: Readonly<Record<PlaceOrder['selfTrade'], number>> = {
  cancelNewest: 0,
  cancelOldest: 1,
  cancelBoth: 2,
};
const stopDirections: Readonly<Record<NonNullable<PlaceOrder['stopDirection']>, number>> = { rising: 1, falling: 2 };
