import { calls, Code } from '@fft/contract';
import type { Attack } from '../attack.ts';
import { puppet } from '../customers.ts';
import { codeOf, countsOf, faultsIn } from '../world.ts';

const markets = [
  { symbol: 'BTC/USDT', price: '90000', lot: '0.00001', quantity: '0.5' },
  { symbol: 'ETH/USDT', price: '3000', lot: '0.0001', quantity: '14' },
  { symbol: 'BNB/USDT', price: '600', lot: '0.0001', quantity: '65' },
  { symbol: 'POL/USDT', price: '0.4', lot: '0.1', quantity: '100000' },
  { symbol: 'USDT/CNY', price: '7', lot: '0.01', quantity: '6000' },
] as const;

/** One command with a fill for each lot once stopped the exchange and every later start. */
export const icebergParts: Attack = {
  name: 'icebergs that show one lot',
  run: async (world) => {
    const { client } = await puppet(world, { USDT: '45000', CNY: '100000' });
    const broke: string[] = [];
    const codes: number[] = [];
    for (const { symbol, price, lot, quantity } of markets) {
      const order = { symbol, side: 'buy', type: 'limit', price, quantity } as const;
      const place = async (visibleQuantity: string): Promise<number> => {
        const clientOrderId = world.name('berg');
        const code = await codeOf(client.call(calls.trade.create, { ...order, clientOrderId, visibleQuantity }));
        await client.call(calls.trade.cancelAll, { symbol });
        return code;
      };
      const oneLot = await place(lot);
      if (oneLot === Code.ok) broke.push(`${symbol} accepted an iceberg that shows one lot`);
      codes.push(oneLot);
    }
    return { tried: `${codes.length} icebergs`, refused: countsOf(codes), broke: [...broke, ...faultsIn(codes)] };
  },
};

/** The most work that the rules permit: the maximum of resting orders and slices, all filled by one order. */
export const manyFills: Attack = {
  name: 'one order that fills whole icebergs',
  run: async (world) => {
    const [maker, taker] = [await puppet(world, { BTC: '0.9' }), await puppet(world, { USDT: '90000' })];
    const market = { symbol: 'BTC/USDT', type: 'limit', price: '81000' } as const;
    const quantity = '0.01';
    const bergs = world.count(45, 10);
    for (let placed = 0; placed < bergs; placed += 1) {
      const berg = { ...market, side: 'sell', quantity, visibleQuantity: '0.0001' } as const;
      await maker.client.call(calls.trade.create, { ...berg, clientOrderId: world.name('berg') });
    }
    const begun = performance.now();
    const all = { ...market, side: 'buy', quantity: '1', timeInForce: 'IOC' } as const;
    const taken = await taker.client.call(calls.trade.create, { ...all, clientOrderId: world.name('all') });
    const ms = Math.round(performance.now() - begun);
    await maker.client.call(calls.trade.cancelAll, { symbol: 'all' });
    const most = Number(quantity) * 10;
    const broke =
      Number(taken.filled) > most + 0.000_001 ? [`one command filled ${taken.filled}, more than 1,000 parts`] : [];
    return {
      tried: `${bergs} × 100 parts by one order, answered in ${ms} ms`,
      refused: `${(bergs * Number(quantity) - Number(taken.filled)).toFixed(4)} of ${(bergs * Number(quantity)).toFixed(4)} BTC left`,
      broke,
    };
  },
};
