import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { type Cost, gatewaysOn, ordersOn } from './exchange/cores-model.ts';
import { sendOrders } from './exchange/send-orders.ts';
import { sendOrdersBySocket } from './exchange/socket-load.ts';
import { startExchange } from './exchange/start-exchange.ts';
import { makeTraders } from './exchange/traders.ts';

const modelled = [1, 2, 4, 8, 16];
/** Numbers of cores that the exchange and its database are bound to, by `taskset`. The load generator may use all. */
const bound = [1, 2];
const seconds = 8;

type Load = Parameters<typeof sendOrders>[0];

/** The ways of an order, by their names. */
const ways: Readonly<Record<string, (load: Omit<Load, 'connections'>) => ReturnType<typeof sendOrders>>> = {
  'over HTTP': (load) => sendOrders({ ...load, connections: 100 }),
  'by socket, 20 in a message': (load) => sendOrdersBySocket({ ...load, window: 1_000, perMessage: 20 }),
};

/**
 * Prints orders a second by the number of cores: what the model of the costs says, beside what an exchange that is bound to so many cores does. Whoever has
 * more cores can check the rest.
 */
export async function benchCores(costs: ReadonlyMap<string, Cost>): Promise<void> {
  const measured = await measureBound();
  say(
    '\nOrders/s by cores, with GATEWAYS=auto. The model has its load from another machine, the measurement from this one:',
  );
  for (const [way, cost] of costs) {
    for (const cores of modelled) {
      const found = measured.get(`${way} ${cores}`);
      const text = found === undefined ? '' : `   measured ${found.toLocaleString('en')}`;
      const count = `cores: ${cores}, gateways: ${gatewaysOn(cores)}`;
      say(`  ${way.padEnd(28)}${count.padEnd(22)}modelled ${ordersOn(cores, cost).toLocaleString('en')}${text}`);
    }
  }
}

async function measureBound(): Promise<ReadonlyMap<string, number>> {
  const found = new Map<string, number>();
  if (spawnSync('taskset', ['--version']).error !== undefined) {
    say('\ntaskset is not installed (package util-linux): nothing is measured by cores');
    return found;
  }
  for (const cores of bound.filter((count) => count <= availableParallelism())) {
    const exchange = await startExchange({ GATEWAYS: 'auto' }, cores);
    try {
      const traders = await makeTraders(exchange.url, 60);
      for (const [way, send] of Object.entries(ways)) {
        const load = { url: exchange.url, traders };
        await send({ ...load, seconds: 3, run: `w${cores}` });
        found.set(`${way} ${cores}`, (await send({ ...load, seconds, run: `c${cores}` })).perSecond);
      }
    } finally {
      await exchange.stop();
    }
  }
  return found;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
