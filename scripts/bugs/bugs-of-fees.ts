import type { PlantedBug } from './planted-bug.ts';

/** Planted bugs in the fees that an open order keeps. */
export const bugsOfFees: readonly PlantedBug[] = [
  {
    name: 'an open order pays the raised maker fee',
    file: 'fees/paid-rate.ts',
    right: 'return Math.min(present, ratesWhenPlaced(state, market, slot, order).makerFeePpm);',
    wrong: 'return present;',
  },
  {
    name: 'an open order that takes pays the raised taker fee',
    file: 'fees/paid-rate.ts',
    right: 'return Math.min(present, ratesWhenPlaced(state, market, slot, order).takerFeePpm);',
    wrong: 'return present;',
  },
  {
    name: 'an open order never pays less than when it was placed',
    file: 'fees/paid-rate.ts',
    right: 'return Math.min(present, ratesWhenPlaced(state, market, slot, order).makerFeePpm);',
    wrong: 'return ratesWhenPlaced(state, market, slot, order).makerFeePpm;',
  },
  {
    name: 'the newest order before a rise pays it',
    file: 'fees/fee-history.ts',
    right: '.upTo < order) low',
    wrong: '.upTo <= order) low',
  },
  {
    name: "a customer's new own fees reach their open orders",
    file: 'fees/fee-table.ts',
    right: '    history.end(before, open.upTo, open.count);\n',
    wrong: '',
  },
  {
    name: "an order placed under the market's fees pays the own fees that came later",
    file: 'fees/fee-table.ts',
    right: 'return history === undefined ? present : history.at(order, present);',
    wrong: 'return history?.at(order, present) ?? present;',
  },
  {
    name: 'fees that no order needs are kept',
    file: 'fees/fee-history.ts',
    right: '    if (found.openOrders === 0) this.ended.splice(index, 1);\n',
    wrong: '',
  },
  {
    name: 'fees are forgotten with the first of their orders',
    file: 'fees/fee-history.ts',
    right: 'if (found.openOrders === 0) this.ended',
    wrong: 'this.ended',
  },
  {
    name: 'a stop does not count as an open order of its market',
    file: 'matching/accept-order.ts',
    right: '  market.openOrders += 1;\n',
    wrong: '',
  },
  {
    name: 'an engine restored from a snapshot forgets earlier fees',
    file: 'snapshot/snapshot.ts',
    right: '  feesBefore.load(endedFees);\n',
    wrong: '',
  },
  {
    name: 'an engine restored from a snapshot counts no open orders',
    file: 'snapshot/snapshot.ts',
    right: '  countOpenOrders(state);\n',
    wrong: '',
  },
  {
    name: 'a fee of more than a tenth is accepted',
    file: 'fees/allowed-rates.ts',
    right: 'makerFeePpm <= maxFeePpm && takerFeePpm <= maxFeePpm',
    wrong: 'makerFeePpm <= maxFeePpm',
  },
];
