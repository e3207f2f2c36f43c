import type { Command, PlaceOrder } from '@fft/engine';
import fc from 'fast-check';

/** Mostly valid pairs of two stops, made from pairs: the second waits on the side on which it does there, the first on the other. */
export function stopPairs(pairs: fc.Arbitrary<Command>, marketOrders: fc.Arbitrary<PlaceOrder>): fc.Arbitrary<Command> {
  const distance = fc.integer({ min: 1, max: 12 });
  return fc.tuple(pairs, marketOrders, distance, fc.nat(14)).map(([command, atMarket, away, oddity]) => {
    if (command.type !== 'placePair') return command;
    const { limit, stop, time } = command;
    const isRising = (limit.side === 'sell') !== (oddity === 0);
    const trigger = {
      stopTicks: isRising ? 100 + away : 100 - away,
      stopDirection: isRising ? ('rising' as const) : ('falling' as const),
    };
    const { owner, market, side, clientOrderId } = limit;
    const first = oddity % 2 === 0 ? limit : { ...atMarket, owner, market, side, clientOrderId };
    const mark = oddity === 1 ? {} : { bothWait: true as const };
    return { type: 'placePair', time, limit: { ...first, ...trigger, postOnly: false }, stop, ...mark };
  });
}
