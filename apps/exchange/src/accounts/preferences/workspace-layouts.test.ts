import { calls, Code, maxChartLength, maxLayouts } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../../../testing/test-exchange.ts';

const wide = 'row*2:1000 chart:700 ticket:300';
const high = 'column*2:1000 chart:600 orders:400';

let exchange: TestExchange;
let anna: TestCustomer;
let ben: TestCustomer;

beforeAll(async () => {
  exchange = await startTestExchange();
  [anna, ben] = [await exchange.register('anna'), await exchange.register('ben')];
});
afterAll(() => exchange.stop());

const names = async (who: TestCustomer): Promise<readonly string[]> =>
  (await who.call(calls.workspace.layouts, {})).map(({ name }) => name);

test('layouts are kept by name, the last saved one first, and belong to their owner', async () => {
  await anna.call(calls.workspace.saveLayout, { name: 'Scalping', layout: wide });
  await anna.call(calls.workspace.saveLayout, { name: '看盘', layout: high });
  await anna.call(calls.workspace.saveLayout, { name: ' Scalping ', layout: high });
  expect(await anna.call(calls.workspace.layouts, {})).toMatchObject([
    { name: 'Scalping', layout: high },
    { name: '看盘', layout: high },
  ]);
  expect(await ben.call(calls.workspace.layouts, {})).toEqual([]);
  await expect(ben.call(calls.workspace.deleteLayout, { name: '看盘' })).rejects.toMatchObject({ code: Code.notFound });
  expect(await anna.call(calls.workspace.deleteLayout, { name: '看盘' })).toMatchObject([{ name: 'Scalping' }]);
});

test('a layout keeps the chart that was saved with it, until another one is', async () => {
  const chart = JSON.stringify({ view: '4h', main: ['KC'], parameters: { KC: [34, 1.5, 10] } });
  expect(await anna.call(calls.workspace.saveLayout, { name: 'Chart', layout: wide })).toMatchObject([
    { chart: null },
    { name: 'Scalping' },
  ]);
  await anna.call(calls.workspace.saveLayout, { name: 'Chart', layout: wide, chart });
  await anna.call(calls.workspace.saveLayout, { name: 'Chart', layout: high });
  const [saved] = await anna.call(calls.workspace.layouts, {});
  expect(saved).toMatchObject({ name: 'Chart', layout: high, chart });
  await anna.call(calls.workspace.deleteLayout, { name: 'Chart' });
});

test.each(['', '7', '[]', 'null', '{', `{"a":"${'x'.repeat(maxChartLength)}"}`])(
  'the chart %j is refused',
  async (chart) => {
    await expect(anna.call(calls.workspace.saveLayout, { name: 'bad', layout: wide, chart })).rejects.toMatchObject({
      code: Code.badRequest,
    });
  },
);

test.each([
  ['', wide],
  ['x'.repeat(25), wide],
  ['<b>', wide],
  ['bad', 'row*2:1000 chart:700'],
  ['bad', 'row*2:1000 chart:500 chart:500'],
  ['bad', `${wide} `.repeat(100)],
])('the layout %j %j is refused', async (name, layout) => {
  await expect(anna.call(calls.workspace.saveLayout, { name, layout })).rejects.toMatchObject({
    code: Code.badRequest,
  });
});

test('a customer has so many layouts and no more, also if several are saved at once', async () => {
  const many = Array.from({ length: maxLayouts + 3 }, (_, index) => `Layout ${index}`);
  const saved = await Promise.allSettled(
    many.map((name) => ben.call(calls.workspace.saveLayout, { name, layout: wide })),
  );
  const refused = saved.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
  expect(refused).toHaveLength(3);
  expect(refused[0]).toMatchObject({ code: Code.conflict });
  const kept = await names(ben);
  expect(kept).toHaveLength(maxLayouts);
  // A layout that exists can still be replaced.
  await ben.call(calls.workspace.saveLayout, { name: kept.at(-1) ?? '', layout: high });
  expect((await names(ben))[0]).toBe(kept.at(-1));
});
