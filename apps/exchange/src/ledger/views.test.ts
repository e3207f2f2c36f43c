import { createEngine } from '@fft/engine';
import { MemoryJournal, MemoryStorage } from '@fft/journal';
import { expect, test } from 'vitest';
import { encodeCommands } from './codec.ts';
import { EngineHost } from './replica/engine-host.ts';
import { Gateway, type Untimed } from './gateway.ts';

const deposit = (requestId: string): Untimed => ({
  type: 'deposit',
  requestId,
  source: 'adjustments',
  owner: 1000,
  kind: 'coin',
  asset: 0,
  amount: 5,
});

async function start(storage = new MemoryStorage()) {
  const journal = new MemoryJournal({ storage });
  const fatal: unknown[] = [];
  const noted: string[] = [];
  const callers: unknown[] = [];
  const host = new EngineHost(journal, createEngine);
  host.onViewFailure((view, error) => noted.push(`${view}: ${(error as Error).message}`));
  await host.catchUp();
  const gateway = new Gateway({
    journal,
    host,
    now: () => 1_000,
    onFatal: (error) => fatal.push(error),
    onCallerError: (error) => callers.push(error),
    onBatch: () => {
      throw new Error('figures');
    },
  });
  await gateway.submit({ type: 'openAsset', asset: { code: 'BTC', decimals: 8 } });
  return { journal, host, gateway, fatal, noted, callers, held: () => host.engine.balance(1000, 'coin', 0).available };
}

test('a view that throws is named and rebuilt, without ending the ledger or withholding a batch from another view', async () => {
  const { host, gateway, fatal, noted, held } = await start();
  const recovered: number[] = [];
  const seen: number[] = [];
  host.addView({
    name: 'broken',
    add: () => {
      throw new Error('no');
    },
    recover: ({ sequence }) => recovered.push(sequence),
  });
  host.addView({
    name: 'broken twice',
    add: () => {
      throw new Error('no');
    },
    recover: () => {
      throw new Error('not again');
    },
  });
  host.addView({ name: 'sound', add: ({ sequence }) => seen.push(sequence) });
  for (const id of ['a', 'b']) expect(await gateway.submit(deposit(id))).toMatchObject({ kind: 'done' });
  expect(recovered).toEqual(seen);
  expect(seen).toHaveLength(2);
  expect(noted.slice(0, 3)).toEqual(['broken: no', 'broken twice: no', 'broken twice: not again']);
  expect([fatal, held()]).toEqual([[], 10]);
});

test('a view that throws on another process’s batch does not keep the batch from being applied', async () => {
  const storage = new MemoryStorage();
  const { host, noted, held } = await start(storage);
  host.addForeignView('limits', () => {
    throw new Error('no');
  });
  const other = new MemoryJournal({ storage });
  await other.append({ batchId: 'theirs', bytes: encodeCommands([{ ...deposit('c'), time: 1 }]) });
  await host.catchUp();
  expect([noted, held()]).toEqual([['limits: no'], 5]);
});

test('a caller that throws on its answer affects neither its batch nor the ledger', async () => {
  const { gateway, fatal, callers, held } = await start();
  callers.length = 0;
  const fail = (): never => {
    throw new Error('the socket is gone');
  };
  gateway.submit(deposit('a')).receive(fail, fail);
  expect(await gateway.submit(deposit('b'))).toMatchObject({ kind: 'done' });
  expect(await gateway.submit(deposit('c'))).toMatchObject({ kind: 'done' });
  expect([fatal, held()]).toEqual([[], 15]);
  expect(callers.map(String)).toEqual(expect.arrayContaining(['Error: the socket is gone', 'Error: figures']));
});
