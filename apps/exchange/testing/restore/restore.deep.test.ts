import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GatewayProcess, registerFunded, startGatewayProcess } from '../gateway-process.ts';
import { BackedUpDatabase, type Ended } from './backed-up-database.ts';

let database: BackedUpDatabase;
let gateway: GatewayProcess;
let token: string;

const order = { symbol: 'BTC/USDT', side: 'buy', type: 'limit', price: '20000', quantity: '0.001' } as const;
/** Where the exchange archives its history. */
const history = (): string => pathToFileURL(join(database.folder, 'history')).href;
const metrics = (): string => join(database.folder, 'restore.prom');

beforeAll(async () => {
  database = await BackedUpDatabase.create();
  gateway = await start();
  token = await registerFunded(gateway, 'saved');
}, 300_000);
afterAll(async () => {
  await gateway.kill();
  await database.close();
});

function start(imports: readonly string[] = []): Promise<GatewayProcess> {
  return startGatewayProcess({ DATABASE_URL: database.url, DATA_DIR: join(database.folder, 'exchange') }, imports);
}

async function place(name: string, count: number): Promise<void> {
  const client = gateway.clientOf(token);
  for (let index = 0; index < count; index += 1)
    await client.call(calls.trade.create, { ...order, clientOrderId: `${name}-${index}` });
}

function check(archive = history()): Promise<Ended> {
  const program = join(import.meta.dirname, '../../cli/restore-check.ts');
  const given = [
    '--folder',
    database.folder,
    '--binaries',
    database.binaries,
    '--metrics',
    metrics(),
    '--archive',
    archive,
  ];
  return database.run(process.execPath, program, ...given);
}

test('everything destroyed comes back from the archive, with every order and sound books', async () => {
  await place('before', 5);
  await database.pgBackRest('backup', '--type=incr');
  // These are in no backup, but in the WAL that followed it.
  await place('after', 5);
  const [head] = await database.query<{ sequence: string }>('SELECT sequence FROM journal_head');
  await database.archiveAll();
  const archivedAt = Date.now() / 1000;
  await gateway.kill();
  await database.destroy();

  const { code, output } = await check();
  expect(output).toContain(`Restored up to journal entry ${head?.sequence}, `);
  expect(output).toContain('✓ The backup restores, and its books are sound.');
  expect(code).toBe(0);
  const figures = await readFile(metrics(), 'utf8');
  const figure = (name: string): number => Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(figures)?.[1]);
  expect(figure('fft_restore_checked_timestamp_seconds')).toBeGreaterThanOrEqual(Math.floor(archivedAt));
  expect(Math.abs(figure('fft_restore_newest_timestamp_seconds') - archivedAt)).toBeLessThan(60);

  await database.pgBackRest('restore');
  await database.start();
  gateway = await start();
  const { items } = await gateway.clientOf(token).call(calls.trade.openOrders, { limit: 100 });
  expect(items).toHaveLength(10);
  await place('again', 1);
}, 300_000);

test('a check of an exchange that archives history reads its archive, and doesn’t pass without', async () => {
  const seller = gateway.clientOf(await registerFunded(gateway, 'seller'));
  // More than the trades that a quiet market keeps in its tables.
  for (let index = 0; index < 60; index += 1) {
    await seller.call(calls.trade.create, { ...order, side: 'sell', clientOrderId: `sold-${index}` });
    await place(`bought-${index}`, 1);
  }
  await gateway.kill();
  gateway = await start([join(import.meta.dirname, '../hundred-days-ahead.ts')]);
  // Later rows show that all earlier ones are written.
  const newcomer = await registerFunded(gateway, 'newcomer');
  await gateway.clientOf(newcomer).call(calls.trade.history, { limit: 1 });
  const drafts = join(database.folder, 'drafts');
  const cutoff = String(Date.now() + 60 * 86_400_000);
  const program = join(import.meta.dirname, '../archiving-process.ts');
  expect(await database.run(process.execPath, program, database.url, history(), drafts, cutoff)).toMatchObject({
    code: 0,
  });
  expect(await database.query("SELECT name FROM archive_files WHERE table_name = 'fills'")).toHaveLength(1);
  await database.archiveAll();

  const sound = await check();
  expect(sound.output).toContain('✓ The backup restores, and its books are sound.');
  expect(sound.code).toBe(0);
  const without = await check('');
  expect(without.output).toMatch(/files of the archive can't be checked/);
  expect(without.code).toBe(1);
}, 300_000);

test('a check fails, and leaves no success behind, if the books differ or the backup can’t be restored', async () => {
  await rm(metrics(), { force: true });
  await gateway.kill();
  await database.query('UPDATE orders SET fee = fee + 1 WHERE id = (SELECT min(id) FROM orders)');
  await database.archiveAll();
  const altered = await check();
  expect(altered.output).toMatch(/✗ order/);
  expect(altered.code).toBe(1);

  await rm(join(database.folder, 'archive/archive'), { recursive: true });
  const broken = await check();
  expect(broken.output).toContain('ERROR');
  expect(broken.code).toBe(2);
  await expect(readFile(metrics())).rejects.toThrow('ENOENT');
}, 300_000);
