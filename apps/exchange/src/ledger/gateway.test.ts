import { setImmediate as nextTurn } from 'node:timers/promises';
import { createEngine } from '@fft/engine';
import { MemoryJournal, MemoryStorage } from '@fft/journal';
import { describe, expect, test, vi } from 'vitest';
import { EngineHost } from './replica/engine-host.ts';
import { Gateway, type BatchFigures, type Untimed } from './gateway.ts';
import { GatewayUnavailable } from './gateway-unavailable.ts';

const deposit = (requestId: string): Untimed => ({
  type: 'deposit',
  requestId,
  source: 'adjustments',
  owner: 1000,
  kind: 'coin',
  asset: 0,
  amount: 5,
});

async function start(journal: MemoryJournal, maxWaiting = 100, admits = () => true) {
  const fatal: unknown[] = [];
  const host = new EngineHost(journal, createEngine);
  await host.catchUp();
  const onFatal = (error: unknown): unknown => fatal.push(error);
  const gateway = new Gateway({ journal, host, now: () => 1_000, onFatal, maxWaiting, admits });
  await gateway.submit({ type: 'openAsset', asset: { code: 'BTC', decimals: 8 } });
  return { host, gateway, fatal, held: () => host.engine.balance(1000, 'coin', 0).available };
}

describe('the gateway', () => {
  test('a command is answered once it is in the journal and applied', async () => {
    const journal = new MemoryJournal();
    const { gateway, held, host } = await start(journal);
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, index) => gateway.submit(deposit(`d${index}`))));
    expect(outcomes.every(({ kind }) => kind === 'done')).toBe(true);
    expect(held()).toBe(150);
    expect((await journal.head()).sequence).toBe(host.sequence);
    // Thirty concurrent commands took far fewer entries.
    expect(host.sequence).toBeLessThan(10);
  });

  test('every command that sets fees protects open orders, whoever submits it', async () => {
    const { gateway, host } = await start(new MemoryJournal());
    await gateway.submit({ type: 'openAsset', asset: { code: 'USDT', decimals: 6 } });
    const fees = { makerFeePpm: 0, takerFeePpm: 100_001 };
    const rest = { unitsPerLot: 1, unitsPerTickLot: 1, minQuantityLots: 1, maxQuantityLots: 1000, minNotional: 0 };
    const limits = { ...rest, maxNotional: 1e6, bandPpm: 0, collarPpm: 0, maxOpenOrders: 9, ...fees };
    const halt = { volatilityPpm: 0, haltMs: 0, auctionMs: 0 };
    const market = { ...limits, symbol: 'BTC/USDT', base: 0, quote: 1, state: 'open' as const };
    const refused = { kind: 'rejected', reason: 'malformed' };
    // Above what protected fees may be, and below the whole, which older journals may contain.
    expect(await gateway.submit({ type: 'openMarket', market })).toMatchObject(refused);
    expect(await gateway.submit({ type: 'setFees', owner: 1000, ...fees })).toMatchObject(refused);
    await gateway.submit({ type: 'openMarket', market: { ...market, takerFeePpm: 0 } });
    expect(host.engine.markets).toHaveLength(1);
    const raise: Untimed = { type: 'setMarketLimits', market: 0, limits: { ...limits, ...halt } };
    expect(await gateway.submit(raise)).toMatchObject(refused);
  });

  test('the next batch is being written while one is applied and answered', async () => {
    const journal = new MemoryJournal();
    const { gateway, host } = await start(journal);
    const events: string[] = [];
    vi.spyOn(journal, 'append').mockImplementation(async (batch) => {
      events.push('sent');
      await Promise.resolve();
      return MemoryJournal.prototype.append.call(journal, batch);
    });
    host.subscribe(() => events.push('applied'));
    const first = gateway.submit(deposit('a'));
    await expect.poll(() => events).toEqual(['sent']);
    await Promise.all([first, gateway.submit(deposit('b'))]);
    expect(events).toEqual(['sent', 'sent', 'applied', 'applied']);
    vi.restoreAllMocks();
  });

  test('commands gather for the next batch after a large one, and do not wait after a small one', async () => {
    const journal = new MemoryJournal();
    const { host } = await start(journal);
    const pauses: PromiseWithResolvers<void>[] = [];
    const wait = (): Promise<void> => {
      const pause = Promise.withResolvers<void>();
      pauses.push(pause);
      return pause.promise;
    };
    const sizes: number[] = [];
    const onBatch = ({ commands }: BatchFigures): unknown => sizes.push(commands);
    const gateway = new Gateway({ journal, host, now: () => 1_000, onFatal: () => undefined, wait, onBatch });
    await Promise.all(Array.from({ length: 30 }, (_, index) => gateway.submit(deposit(`many${index}`))));
    const first = gateway.submit(deposit('first'));
    await nextTurn();
    const second = gateway.submit(deposit('second'));
    await nextTurn();
    expect([sizes, pauses.length]).toEqual([[30], 1]);
    pauses[0]?.resolve();
    await Promise.all([first, second]);
    await gateway.submit(deposit('alone'));
    expect([sizes, pauses.length]).toEqual([[30, 2, 1], 1]);
  });

  test('a batch that cannot be applied is never reported as not having happened, since a restart may apply its orders', async () => {
    const { gateway, host, fatal, held } = await start(new MemoryJournal(), 10);
    host.subscribe(() => {
      throw new Error('a view failed');
    });
    const sent = ['a', 'b'].map(async (id, turn) => {
      for (let waited = 0; waited < turn; waited += 1) await Promise.resolve();
      return gateway.submit(deposit(id));
    });
    const results = await Promise.allSettled(sent);
    const later = gateway.submit(deposit('c'));
    expect(results).toMatchObject([
      { status: 'rejected', reason: { outcomeUnknown: true } },
      { status: 'rejected', reason: { outcomeUnknown: true } },
    ]);
    await expect(later).rejects.toMatchObject({ outcomeUnknown: false });
    expect(fatal).toHaveLength(1);
    expect(held()).toBe(5);
  });

  test('a command that would wait too long is refused immediately', async () => {
    const { gateway, held } = await start(new MemoryJournal(), 3);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) => gateway.submit(deposit(`d${index}`))),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(held()).toBe(15);
  });

  test('commands are refused while the tables lag, and accepted again afterwards', async () => {
    let isBehind = false;
    const { gateway, held } = await start(new MemoryJournal(), 100, () => !isBehind);
    isBehind = true;
    await expect(gateway.submit(deposit('a'))).rejects.toMatchObject({ outcomeUnknown: false });
    expect(held()).toBe(0);
    isBehind = false;
    await gateway.submit(deposit('a'));
    expect(held()).toBe(5);
  });

  test('no command of a batch that was certainly not written takes effect', async () => {
    let broken = false;
    const { gateway, held } = await start(new MemoryJournal({ faultOf: () => (broken ? 'refused' : null) }));
    broken = true;
    const refused = gateway.submit(deposit('a'));
    await expect(refused).rejects.toEqual(
      new GatewayUnavailable('the journal could not be written', { outcomeUnknown: false }),
    );
    expect(held()).toBe(0);
    expect(gateway.trouble).not.toBeNull();
    broken = false;
    await gateway.submit(deposit('a'));
    expect(held()).toBe(5);
    expect(gateway.trouble).toBeNull();
  });

  test('a commit whose answer was lost is found in the journal and answered', async () => {
    let broken = false;
    const { gateway, held } = await start(new MemoryJournal({ faultOf: () => (broken ? 'answer-lost' : null) }));
    broken = true;
    expect(await gateway.submit(deposit('a'))).toMatchObject({ kind: 'done' });
    expect(held()).toBe(5);
  });

  test('a caller who got an unknown outcome gets no second answer, and a retry with the same id finds the command done once', async () => {
    let broken = false;
    const journal = new MemoryJournal({ faultOf: () => (broken ? 'answer-lost' : null) });
    const { host, held, fatal } = await start(journal);
    const found = Promise.withResolvers<void>();
    const wait = (ms: number): Promise<void> => (ms < 10_000 ? found.promise : Promise.resolve());
    const gateway = new Gateway({ journal, host, now: () => 1_000, onFatal: (error) => fatal.push(error), wait });
    const answers: unknown[] = [];
    broken = true;
    gateway.submit(deposit('a')).receive(
      (outcome) => answers.push(outcome),
      (error) => answers.push(error),
    );
    await expect.poll(() => answers).toEqual([expect.objectContaining({ outcomeUnknown: true })]);
    broken = false;
    found.resolve();
    await gateway.submit(deposit('a'));
    expect(answers).toHaveLength(1);
    expect(held()).toBe(5);
    expect(fatal).toEqual([]);
  });

  test('a pending write whose outcome was looked up never lands', async () => {
    const storage = new MemoryStorage();
    let broken = false;
    const { gateway, held } = await start(new MemoryJournal({ storage, faultOf: () => (broken ? 'delayed' : null) }));
    broken = true;
    await expect(gateway.submit(deposit('a'))).rejects.toMatchObject({ outcomeUnknown: false });
    const { sequence } = storage.head;
    storage.landDelayed();
    expect(storage.head.sequence).toBe(sequence);
    expect(held()).toBe(0);
  });

  test('two gateways on one journal apply each other’s commands in the journal’s order', async () => {
    const storage = new MemoryStorage();
    const one = await start(new MemoryJournal({ storage }));
    const other = await start(new MemoryJournal({ storage }));
    await one.gateway.submit(deposit('a'));
    await other.gateway.submit(deposit('b'));
    await one.gateway.submit(deposit('c'));
    expect(other.held()).toBe(10);
    expect(one.held()).toBe(15);
    await other.host.catchUp();
    expect(other.host.engine.stateHash()).toBe(one.host.engine.stateHash());
  });

  test('a follower applies what others write and its own batches once', async () => {
    const storage = new MemoryStorage();
    const failures: unknown[] = [];
    const started = await Promise.all(
      ['one', 'other'].map(async (name) => {
        const process = await start(new MemoryJournal({ storage }), 1_000);
        const following = await process.host.follow((error) => failures.push(error));
        const foreign: string[] = [];
        process.host.addForeignView('test', (commands) => {
          for (const command of commands) if (command.type === 'deposit') foreign.push(command.requestId);
        });
        return { ...process, name, following, foreign };
      }),
    );
    await Promise.all(
      started.flatMap(({ gateway, name }) =>
        Array.from({ length: 200 }, async (_, index) => {
          // In many batches, which interleave.
          for (let turn = 0; turn < index; turn += 1) await Promise.resolve();
          expect(await gateway.submit(deposit(`${name}-${index}`))).toMatchObject({ kind: 'done' });
        }),
      ),
    );
    const [one, other] = started;
    await expect.poll(() => [one?.held(), other?.held()]).toEqual([2000, 2000]);
    expect(one?.host.engine.stateHash()).toBe(other?.host.engine.stateHash());
    expect(one?.foreign.toSorted()).toEqual(Array.from({ length: 200 }, (_, index) => `other-${index}`).toSorted());
    expect(failures).toEqual([]);
    for (const { following } of started) await following.close();
  });

  test('a follower reads once a round until nothing is left, and gathers longer while entries come fast', async () => {
    const storage = new MemoryStorage();
    const { gateway } = await start(new MemoryJournal({ storage }));
    const journal = new MemoryJournal({ storage });
    const reads = vi.spyOn(journal, 'read');
    const pauses: number[] = [];
    let go = (): void => undefined;
    const host = new EngineHost(journal, createEngine, (ms) => {
      pauses.push(ms);
      return new Promise((resolve) => (go = resolve));
    });
    await host.catchUp();
    const following = await host.follow((error) => expect.unreachable(String(error)));
    const readsBefore = reads.mock.calls.length;
    for (const entries of [1, 3, 1, 1]) {
      for (let entry = 0; entry < entries; entry++) await gateway.submit(deposit(`${pauses.length}-${entry}`));
      go();
      await expect.poll(() => host.sequence).toBe(storage.head.sequence);
    }
    const readCount = (): number => reads.mock.calls.length - readsBefore;
    expect(readCount()).toBe(4);
    await expect.poll(() => pauses).toEqual([4, 4, 15, 4, 4]);
    // Nothing was written since: it reads that, and waits for the watch.
    go();
    await expect.poll(readCount).toBe(5);
    await following.close();
    expect(pauses).toHaveLength(5);
  });

  test('a follower whose read returns too few entries reads again without a notification', async () => {
    const storage = new MemoryStorage();
    const { gateway } = await start(new MemoryJournal({ storage }));
    const journal = new MemoryJournal({ storage });
    const host = new EngineHost(journal, createEngine);
    await host.catchUp();
    const read = journal.read.bind(journal);
    vi.spyOn(journal, 'read').mockImplementation((after) => read(after, 1));
    const following = await host.follow((error) => expect.unreachable(String(error)));
    await Promise.all(['one', 'two', 'three'].map((id) => gateway.submit(deposit(id))));
    await gateway.submit(deposit('four'));
    await expect.poll(() => host.sequence).toBe(storage.head.sequence);
    await following.close();
  });

  test('a journal that cannot be read for a moment is read again', async () => {
    const storage = new MemoryStorage();
    const other = await start(new MemoryJournal({ storage }));
    const journal = new MemoryJournal({ storage });
    const one = await start(journal);
    let failuresLeft = 3;
    const read = journal.read.bind(journal);
    journal.read = (after, limit) =>
      failuresLeft-- > 0 ? Promise.reject(new Error('the connection was lost')) : read(after, limit);
    await other.gateway.submit(deposit('a'));
    expect(await one.gateway.submit(deposit('b'))).toMatchObject({ kind: 'done' });
    expect(one.held()).toBe(10);
    expect(one.fatal).toEqual([]);
  });

  test('replaying the journal yields the same state', async () => {
    const storage = new MemoryStorage();
    const { gateway, host } = await start(new MemoryJournal({ storage }));
    for (const id of ['a', 'b', 'a']) await gateway.submit(deposit(id));
    const replica = new EngineHost(new MemoryJournal({ storage }), createEngine);
    await replica.catchUp();
    expect(replica.sequence).toBe(host.sequence);
    expect(replica.engine.stateHash()).toBe(host.engine.stateHash());
  });

  test('a journal that was tampered with is not replayed', async () => {
    const storage = new MemoryStorage();
    const { gateway } = await start(new MemoryJournal({ storage }));
    await gateway.submit(deposit('a'));
    const [, second] = storage.read(0, 2);
    second?.bytes.set([0], second.bytes.length - 1);
    const replica = new EngineHost(new MemoryJournal({ storage }), createEngine);
    await expect(replica.catchUp()).rejects.toThrow(/hash/);
  });

  test('a closed gateway accepts no command and answers those it had', async () => {
    const { gateway, held } = await start(new MemoryJournal());
    const last = gateway.submit(deposit('a'));
    await gateway.close();
    expect(await last).toMatchObject({ kind: 'done' });
    await expect(gateway.submit(deposit('b'))).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(held()).toBe(5);
  });
});
