import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { PrimaryClient } from '@fft/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type DatabasePair, startDatabasePair } from './database-pair.ts';

let pair: DatabasePair;
let own: pg.Client;

beforeAll(async () => {
  pair = await startDatabasePair();
  own = new pg.Client({ connectionString: pair.primary.url });
  await own.connect();
});
afterAll(async () => {
  await own.end();
  await pair.stop();
});

async function watches(): Promise<number> {
  const { rowCount } = await own.query(`SELECT FROM pg_stat_activity WHERE application_name = 'fft server watch'`);
  return rowCount ?? 0;
}

test('a server is watched again with the next client, although the watch of one that hangs never ended', async () => {
  const sockets = new Set<Socket>();
  const hanging = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
  });
  await once(hanging.listen(0, '127.0.0.1'), 'listening');
  const { port } = hanging.address() as AddressInfo;
  const connectionString = pair.url.replace(/,[^/]+\//, `,127.0.0.1:${port}/`);

  const first = new PrimaryClient({ connectionString });
  await first.connect();
  await expect.poll(watches).toBe(1);
  await first.end();
  await expect.poll(watches).toBe(0);
  const second = new PrimaryClient({ connectionString });
  await second.connect();
  await expect.poll(watches).toBe(1);

  await second.end();
  for (const socket of sockets) socket.destroy();
  hanging.close();
});
