import { consoleCalls } from '@fft/console-contract';
import { calls, Code } from '@fft/contract';
import type { Attack } from '../attack.ts';
import { puppet } from '../customers.ts';
import { agreeAs, demoOperator } from '../operators.ts';
import { codeOf, countsOf, faultsIn } from '../world.ts';

const odd = [
  { symbol: 'LTC/USD', tick: '0.5', lot: '0.25', maxQuantity: '1000000' },
  { symbol: 'SOL/USD', tick: '0.05', lot: '0.3', maxQuantity: '900000' },
  { symbol: 'POL/USD', tick: '10', lot: '7', maxQuantity: '7000000' },
] as const;
const numbers = [
  '9'.repeat(20),
  '9'.repeat(13),
  '9007199254740992',
  '18446744073709551616',
  '450359962737049.55',
  '999999999999.999999999999999999',
  '0.000000000000000001',
  '0',
];

/** A stop price that could not be printed once ended the process. */
export const oddTicks: Attack = {
  name: '20-digit prices in markets of odd ticks',
  run: async (world) => {
    const operator = await demoOperator(world, 'demo.market');
    const { client } = await puppet(world, { LTC: '100', SOL: '60', POL: '5000' });
    const codes: number[] = [];
    for (const market of odd) {
      const { symbol, lot } = market;
      const open = { ...market, minAmount: '0', maxAmount: '1000000000' };
      await operator.call(consoleCalls.markets.openMarket, open);
      await agreeAs(world, 'demo.market2');
      for (const number of numbers) {
        const stop = { symbol, side: 'sell', type: 'market', quantity: lot, stopDirection: 'rising' } as const;
        const clientOrderId = world.name('odd');
        codes.push(await codeOf(client.call(calls.trade.create, { ...stop, clientOrderId, stopPrice: number })));
        const pair = { clientOrderId: world.name('odd'), stopClientOrderId: world.name('odd'), price: '60' } as const;
        const terms = { symbol, side: 'sell', quantity: lot, ...pair, stopPrice: number } as const;
        codes.push(await codeOf(client.call(calls.trade.createPair, terms)));
      }
      // A market's unreadable rules are the operator's mistake, not the server's.
      codes.push(
        await codeOf(operator.call(consoleCalls.markets.openMarket, { ...open, symbol: 'ETH/LTC', tick: '0' })),
      );
      await client.call(calls.trade.cancelAll, { symbol });
    }
    const history = await codeOf(client.call(calls.trade.history, { limit: 100 }));
    const broke = history === Code.ok ? [] : [`the customer's history answers ${history}`];
    return {
      tried: `${codes.length} orders and markets`,
      refused: countsOf(codes),
      broke: [...broke, ...faultsIn(codes)],
    };
  },
};
