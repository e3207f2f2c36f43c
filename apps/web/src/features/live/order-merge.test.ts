import type { Order } from '@fft/contract';
import { describe, expect, it } from 'vitest';
import { endedOrders, mergeOrders, newestOf, openOrders, takeCurrent, type OrderMap } from './order-merge.ts';

const order = (id: string, over: Partial<Order> = {}): Order => ({
  id,
  clientOrderId: `c${id}`,
  symbol: 'BTC/USDT',
  side: 'buy',
  type: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  price: '100',
  quantity: '1',
  amount: null,
  delegatedTotal: '100',
  filled: '0',
  filledTotal: '0',
  average: null,
  fee: '0',
  feeCoin: 'BTC',
  state: 'processing',
  time: 1,
  updated: 1,
  ...over,
});
const mapOf = (...orders: Order[]): OrderMap => new Map(orders.map((each) => [each.id, each]));

describe('merging orders', () => {
  it('takes later states and ignores older ones', () => {
    const known = mapOf(order('1', { updated: 5, filled: '0.5' }));
    expect(mergeOrders(known, [order('1', { updated: 4 })])).toBe(known);
    expect(mergeOrders(known, [order('1', { updated: 6, filled: '0.6' })]).get('1')?.filled).toBe('0.6');
  });

  it('never reopens an ended order, even with a later timestamp', () => {
    const known = mapOf(order('1', { state: 'filled', updated: 5 }));
    expect(mergeOrders(known, [order('1', { updated: 9 })])).toBe(known);
  });

  it('prefers an end over a step at the same time', () => {
    expect(mergeOrders(mapOf(order('1')), [order('1', { state: 'cancelled' })]).get('1')?.state).toBe('cancelled');
  });

  it('takes the same time again only if it adds the fills', () => {
    const ended = order('1', { state: 'filled' });
    const known = mapOf(ended);
    expect(mergeOrders(known, [{ ...ended }])).toBe(known);
    expect(mergeOrders(known, [{ ...ended, fills: [] }]).get('1')?.fills).toEqual([]);
  });
});

describe('merging the list of open orders', () => {
  it('drops orders that ended unseen', () => {
    const known = mapOf(order('1'), order('2'));
    expect([...takeCurrent(known, known, [order('2')]).keys()]).toEqual(['2']);
  });

  it('keeps orders that were placed or changed while the list was requested', () => {
    const before = mapOf(order('1'));
    const known = mapOf(order('1', { updated: 2, filled: '0.1' }), order('2'));
    expect([...takeCurrent(known, before, []).keys()]).toEqual(['1', '2']);
  });

  it('keeps ended orders', () => {
    const known = mapOf(order('1', { state: 'filled' }));
    expect(takeCurrent(known, known, [])).toBe(known);
  });
});

describe('lists', () => {
  it('shows open orders newest first', () => {
    const orders = mapOf(
      order('9', { time: 1 }),
      order('10', { time: 1 }),
      order('3', { time: 7 }),
      order('4', { state: 'filled' }),
    );
    expect(openOrders(orders).map(({ id }) => id)).toEqual(['3', '10', '9']);
  });

  it('shows a list’s orders in their newest state, and no others', () => {
    const listed = [order('2'), order('1', { state: 'filled', fills: [] })];
    const own = mapOf(order('1'), order('2', { state: 'cancelled', updated: 3 }), order('3'));
    expect(newestOf(listed, own).map(({ id, state, fills }) => [id, state, fills])).toEqual([
      ['2', 'cancelled', undefined],
      ['1', 'filled', []],
    ]);
  });

  it('shows ended orders of the list and of this session once each', () => {
    const ended = endedOrders(
      [order('1', { state: 'filled', fills: [] })],
      mapOf(order('1', { state: 'filled' }), order('2', { state: 'cancelled', time: 3 }), order('3')),
    );
    expect(ended.map(({ id, fills }) => [id, fills])).toEqual([
      ['2', undefined],
      ['1', []],
    ]);
  });
});
