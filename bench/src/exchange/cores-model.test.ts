import { expect, test } from 'vitest';
import { gatewaysOn, ordersOn } from './cores-model.ts';

const cost = { gateway: 40, replica: 5, journal: 10, tables: 25, tablesInDatabase: 20 };

test.each([
  ['one core does all', 1, 1, 11_111],
  ['two cores do twice as much', 2, 1, 22_222],
  ['four cores have two gateways, 95 µs of four cores an order', 4, 2, 42_105],
  ['the tables are written by one connection', 16, 8, 50_000],
])('%s', (_what, cores, gateways, orders) => {
  expect([gatewaysOn(cores), ordersOn(cores, cost)]).toEqual([gateways, orders]);
});

test('a gateway is one thread', () => {
  expect(ordersOn(3, { ...cost, gateway: 100 })).toBe(10_000);
});
