import { assert } from '@fft/decimal';
import type { Market } from '../markets/market.ts';
import { heldOf } from '../orders/end-order.ts';
import type { State } from '../state/state.ts';
import { none } from '../store/records.ts';
import { intactLegs } from './grow-legs.ts';

/** Asserts that legs protect no more than their entry received, and hold exactly what they need. */
export function validateBrackets(state: State, market: Market): void {
  const { requests } = state;
  const due = new Set(market.brackets.dueEntries());
  let found = 0;
  for (const bracket of market.brackets.all()) {
    const { entry, received, lots, held, takeProfitLots, stopLossLots } = bracket;
    assert(requests.openOrder(entry) !== none || due.has(entry), 'an ended order left its bracket');
    assert(received >= held && held >= 0, 'legs hold more than their entry received');
    assert(lots >= Math.max(takeProfitLots, stopLossLots), 'legs protect more than their entry traded');
    if (due.has(entry)) found += 1;
    const legs = intactLegs(state, bracket);
    if (legs === null) continue;
    const open = [legs.takeProfit, legs.stopLoss].filter((leg) => leg !== none);
    const holds = open.reduce((sum, leg) => sum + heldOf(state, market, leg), 0);
    assert(holds === held, 'the legs of a bracket hold something else than they need');
  }
  assert(found === due.size, 'legs are due without a bracket');
}
