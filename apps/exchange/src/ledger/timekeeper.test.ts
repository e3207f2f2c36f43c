import { createEngine, type PlaceOrder } from '@fft/engine';
import { MemoryJournal, MemoryStorage } from '@fft/journal';
import { expect, test } from 'vitest';
import { openListings } from './listings/open-listings.ts';
import { EngineHost } from './replica/engine-host.ts';
import { Gateway, type Untimed } from './gateway.ts';
import { Timekeeper } from './timekeeper.ts';

const owner = 1000;
const order: Untimed<PlaceOrder> = {
  type: 'place',
  owner,
  clientOrderId: 'a',
  market: 0,
  side: 'sell',
  orderType: 'limit',
  timeInForce: 'GTC',
  postOnly: false,
  selfTrade: 'cancelNewest',
  priceTicks: 970_000,
  quantityLots: 1_000,
  amount: 0,
};

test('an order with an expiry is cancelled at that time without any other command', async () => {
  const storage = new MemoryStorage();
  const clock = { time: 1_000 };
  const processes = await Promise.all(
    ['one', 'other'].map(async () => {
      const journal = new MemoryJournal({ storage });
      const host = new EngineHost(journal, createEngine);
      const gateway = new Gateway({
        journal,
        host,
        now: () => clock.time,
        onFatal: (error) => expect.unreachable(String(error)),
      });
      await openListings(host, gateway);
      const timekeeper = new Timekeeper({
        host,
        gateway,
        now: () => clock.time,
        onError: () => expect.unreachable('the timekeeper failed'),
      });
      const following = await host.follow((error) => expect.unreachable(String(error)));
      return { host, gateway, timekeeper, following };
    }),
  );
  const [one, other] = processes;
  if (one === undefined || other === undefined) throw new Error('two processes');
  const money = { source: 'adjustments', kind: 'coin', owner, asset: 0, amount: 10_000_000 } as const;
  await one.gateway.submit({ type: 'deposit', requestId: 'fund', ...money });
  expect(await one.gateway.submit({ ...order, expiresAt: 5_000 })).toMatchObject({ kind: 'done' });
  await expect.poll(() => other.host.engine.dueAt()).toBe(5_000);
  const before = storage.head.sequence;
  clock.time = 4_990;
  await expect.poll(() => other.host.engine.dueAt()).toBe(5_000);
  expect(storage.head.sequence).toBe(before);
  clock.time = 5_000;
  await expect
    .poll(() => [one, other].map(({ host }) => host.engine.openOrders(owner).length), { timeout: 5_000 })
    .toEqual([0, 0]);
  expect(one.host.engine.dueAt()).toBe(Infinity);
  // Both processes checked, and both may have written one command; neither continues to write.
  expect(storage.head.sequence - before).toBeLessThanOrEqual(2);
  for (const { timekeeper, following, gateway } of processes) {
    timekeeper.close();
    await following.close();
    await gateway.close();
  }
});
