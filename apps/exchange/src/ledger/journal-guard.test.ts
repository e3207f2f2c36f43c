import { createEngine, type PlaceOrder } from '@fft/engine';
import { MemoryJournal, MemoryStorage } from '@fft/journal';
import { buildCancel, buildDeposit, buildLimits, buildOrder, buildTransfer, listing } from '@fft/testkit';
import { describe, expect, test, vi } from 'vitest';
import { EngineHost } from './replica/engine-host.ts';
import { Gateway, type GatewayOptions, type Untimed } from './gateway.ts';

const onFatal = (error: unknown): never => {
  throw error;
};

async function start(storage = new MemoryStorage(), limits: Partial<GatewayOptions> = {}) {
  const journal = new MemoryJournal({ storage });
  const host = new EngineHost(journal, createEngine);
  await host.catchUp();
  const gateway = new Gateway({ journal, host, now: () => 1_000, onFatal, clock: () => 0, ...limits });
  return { storage, host, gateway };
}

async function startListed(limits: Partial<GatewayOptions> = {}) {
  const started = await start(undefined, limits);
  for (const command of [...listing(), buildDeposit({ amount: 1_000_000 })]) await started.gateway.submit(command);
  return started;
}

const tooSmall = { kind: 'rejected', reason: 'quantityTooSmall' };

test('a command refused for its form is answered at once, counted, and not in the journal', async () => {
  const { gateway, host } = await startListed();
  await gateway.submit(buildLimits({ minQuantityLots: 5 }));
  const before = host.sequence;
  const answers: unknown[] = [];
  gateway.submit(buildOrder({ quantityLots: 1 })).receive((outcome) => answers.push(outcome), onFatal);
  expect(answers).toEqual([tooSmall]);
  expect([gateway.waiting, gateway.guard.counts.ofForm]).toEqual([0, 1]);
  expect(await gateway.submit(buildOrder())).toMatchObject({ kind: 'done' });
  expect(host.sequence).toBe(before + 1);
});

test('limits that another process changed apply as soon as the change is in the journal', async () => {
  const one = await startListed();
  // It doesn't follow the journal, so it learns of the change with its own next entry.
  const other = await start(one.storage);
  await one.gateway.submit(buildLimits({ minQuantityLots: 5 }));
  const before = one.host.sequence;
  expect(await other.gateway.submit(buildOrder({ quantityLots: 1 }))).toEqual(tooSmall);
  expect(other.host.sequence).toBe(before + 1);
  expect(await other.gateway.submit(buildOrder({ quantityLots: 1 }))).toEqual(tooSmall);
  expect(other.host.sequence).toBe(before + 1);
});

test('an order repeated after its market’s limits changed has its first answer', async () => {
  const { gateway } = await startListed();
  const order = buildOrder({ quantityLots: 1 });
  expect(await gateway.submit(order)).toMatchObject({ kind: 'done', order: { orderId: 1 } });
  await gateway.submit(buildLimits({ minQuantityLots: 5 }));
  expect(await gateway.submit(order)).toEqual({ kind: 'duplicate', orderId: 1, reason: null });
});

describe('a customer past the budget of refusals', () => {
  const rejectionsPer10s = 3;
  const poor = (fields: Partial<PlaceOrder> = {}) => buildOrder({ owner: 1001, ...fields });
  const tooPoor = { kind: 'rejected', reason: 'insufficientBalance' };

  /** With a customer who has nothing, and has spent the budget. */
  async function startSpent() {
    const started = await startListed({ rejectionsPer10s });
    for (let sent = 0; sent < rejectionsPer10s; sent += 1)
      expect(await started.gateway.submit(poor())).toEqual(tooPoor);
    return { ...started, spentAt: started.host.sequence };
  }

  test('hears the engine’s reasons, and adds nothing to the journal', async () => {
    const { gateway, host, spentAt } = await startSpent();
    const refused: readonly (readonly [Untimed, object])[] = [
      [poor(), tooPoor],
      [buildCancel({ owner: 1001, orderId: 7 }), { kind: 'rejected', reason: 'unknownOrder' }],
      [buildTransfer({ owner: 1001, amount: 1 }), tooPoor],
      [poor({ orderType: 'market', priceTicks: 0, side: 'sell' }), tooPoor],
    ];
    for (const [command, answer] of refused) expect(await gateway.submit(command)).toEqual(answer);
    expect(host.sequence).toBe(spentAt);
    expect(gateway.guard.counts).toEqual({ ofForm: 0, byReplica: refused.length, inJournal: rejectionsPer10s });
  });

  test('still trades, and a repeated order has its first answer without an entry', async () => {
    const { gateway, host } = await startSpent();
    await gateway.submit(buildDeposit({ owner: 1001, amount: 1_000_000 }));
    const sound = poor();
    expect(await gateway.submit(sound)).toMatchObject({ kind: 'done', order: { orderId: 1 } });
    const before = host.sequence;
    expect(await gateway.submit(sound)).toEqual({ kind: 'duplicate', orderId: 1, reason: null });
    expect(await gateway.submit({ ...sound, quantityLots: 1 })).toEqual({ kind: 'rejected', reason: 'idConflict' });
    expect(host.sequence).toBe(before);
    expect(await gateway.submit(buildCancel({ owner: 1001, orderId: 1 }))).toMatchObject({ kind: 'done' });
  });

  test('has commands that are sent together judged one after the other', async () => {
    const { gateway, host } = await startSpent();
    // Enough for one of these orders at a time.
    await gateway.submit(buildDeposit({ owner: 1001, amount: 10_000 }));
    const before = host.sequence;
    const [first, second, third] = [poor(), poor(), poor()];
    const cancel = buildCancel({ owner: 1001, clientOrderId: first.clientOrderId });
    const outcomes = await Promise.all([first, second, cancel, third].map((command) => gateway.submit(command)));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['done', 'rejected', 'done', 'done']);
    expect(host.sequence).toBe(before + 3);
    expect(gateway.waiting).toBe(0);
  });

  test('does not hold up the others', async () => {
    const { gateway, host } = await startSpent();
    await gateway.submit(buildDeposit({ owner: 1001, amount: 1_000_000 }));
    const before = host.sequence;
    const own = Array.from({ length: 5 }, () => gateway.submit(poor()));
    const others = Array.from({ length: 5 }, () => gateway.submit(buildOrder()));
    await Promise.all(others);
    // They shared the first entry, in which the spent customer has one command at most.
    expect(host.sequence).toBe(before + 1);
    await Promise.all(own);
    expect(host.sequence).toBeGreaterThanOrEqual(before + 5);
  });

  test('is one through every process, as the journal shows its refusals', async () => {
    const one = await startListed({ rejectionsPer10s });
    const other = await start(one.storage, { rejectionsPer10s });
    for (let sent = 0; sent < rejectionsPer10s; sent += 1) await one.gateway.submit(poor());
    await other.host.catchUp();
    const before = other.host.sequence;
    expect(await other.gateway.submit(poor())).toEqual(tooPoor);
    expect(other.host.sequence).toBe(before);
  });

  test('is answered by the journal again when the budget has refilled', async () => {
    let clock = 0;
    const { gateway, host } = await startListed({ rejectionsPer10s, clock: () => clock });
    for (let sent = 0; sent < 5; sent += 1) await gateway.submit(poor());
    const before = host.sequence;
    clock = 10_000;
    await gateway.submit(poor());
    expect(host.sequence).toBe(before + 1);
  });

  test('is refused what waits for its turn when the ledger fails, and all of it counts as waiting', async () => {
    const failed: unknown[] = [];
    const { gateway, host } = await startListed({ rejectionsPer10s, onFatal: (error) => failed.push(error) });
    await gateway.submit(buildDeposit({ owner: 1001, amount: 1_000_000 }));
    for (let sent = 0; sent < rejectionsPer10s; sent += 1) await gateway.submit(poor({ quantityLots: 900_000 }));
    vi.spyOn(host, 'applyOwn').mockRejectedValue(new Error('the replica broke'));
    const answers = Promise.allSettled([poor(), poor(), poor()].map((command) => gateway.submit(command)));
    expect(gateway.waiting).toBe(3);
    expect((await answers).map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
    expect([failed.length, gateway.waiting]).toEqual([1, 0]);
  });
});
