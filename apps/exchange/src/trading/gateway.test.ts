import { createEngine } from '@fft/engine';
import { MemoryJournal, MemoryStorage } from '@fft/journal';
import { describe, expect, test } from 'vitest';
import { EngineHost } from './engine-host.ts';
import { Gateway, GatewayUnavailable, type Untimed } from './gateway.ts';

const deposit = (requestId: string): Untimed => ({
  type: 'deposit',
  requestId,
  source: 'adjustments',
  owner: 1000,
  kind: 'coin',
  asset: 0,
  amount: 5,
});

async function start(journal: MemoryJournal, maxWaiting = 100) {
  const fatal: unknown[] = [];
  const host = new EngineHost(journal, createEngine);
  await host.catchUp();
  const gateway = new Gateway({ journal, host, now: () => 1_000, onFatal: (error) => fatal.push(error), maxWaiting });
  await gateway.submit({ type: 'openAsset', asset: { code: 'BTC', decimals: 8 } });
  return { host, gateway, fatal, held: () => host.engine.balance(1000, 'coin', 0).available };
}

describe('the gateway', () => {
  test('answers a command once it is in the journal and applied', async () => {
    const journal = new MemoryJournal();
    const { gateway, held, host } = await start(journal);
    const outcomes = await Promise.all(Array.from({ length: 30 }, (_, index) => gateway.submit(deposit(`d${index}`))));
    expect(outcomes.every(({ kind }) => kind === 'done')).toBe(true);
    expect(held()).toBe(150);
    expect((await journal.head()).sequence).toBe(host.sequence);
    // Thirty commands that came at once took far fewer entries.
    expect(host.sequence).toBeLessThan(10);
  });

  test('refuses at once what would wait too long', async () => {
    const { gateway, held } = await start(new MemoryJournal(), 3);
    const results = await Promise.allSettled(
      Array.from({ length: 5 }, (_, index) => gateway.submit(deposit(`d${index}`))),
    );
    const refused = results.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(2);
    expect(held()).toBe(15);
  });

  test('a batch that was certainly not written happened for nobody', async () => {
    let broken = false;
    const { gateway, held } = await start(new MemoryJournal({ faultOf: () => (broken ? 'refused' : null) }));
    broken = true;
    const refused = gateway.submit(deposit('a'));
    await expect(refused).rejects.toMatchObject({ outcomeUnknown: false });
    await expect(refused).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(held()).toBe(0);
    broken = false;
    await gateway.submit(deposit('a'));
    expect(held()).toBe(5);
  });

  test('a commit whose answer was lost is found in the journal and answered', async () => {
    let broken = false;
    const { gateway, held } = await start(new MemoryJournal({ faultOf: () => (broken ? 'answer-lost' : null) }));
    broken = true;
    expect(await gateway.submit(deposit('a'))).toMatchObject({ kind: 'done' });
    expect(held()).toBe(5);
  });

  test('a write that was on its way when its outcome was looked up never lands', async () => {
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

  test('two on one journal apply each other’s commands in the journal’s order', async () => {
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

  test('replaying the journal gives the same state', async () => {
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

  test('takes nothing more once it is closed, and answers what it had', async () => {
    const { gateway, held } = await start(new MemoryJournal());
    const last = gateway.submit(deposit('a'));
    await gateway.close();
    expect(await last).toMatchObject({ kind: 'done' });
    await expect(gateway.submit(deposit('b'))).rejects.toBeInstanceOf(GatewayUnavailable);
    expect(held()).toBe(5);
  });
});
