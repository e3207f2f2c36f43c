import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { cut, promote, type Servers } from './servers.ts';
import { readTimeline } from './timeline.ts';

const everyMs = 1_000;
const withinMs = 2_000;

/**
 * Asks every server for its timeline each second while this thread has connections to one of them. A primary that hangs, or lives on beside its
 * successor, closes no connection and lets commits wait for ever: those connections end once another server is seen to be promoted.
 */
export function watchServers(servers: Servers): void {
  for (const index of servers.urls.keys()) {
    if (servers.watched.has(index)) continue;
    servers.watched.add(index);
    void watchServer(servers, index);
  }
}

async function watchServer(servers: Servers, index: number): Promise<void> {
  let client: pg.Client | null = null;
  while (servers.clients.size > 0) {
    try {
      client ??= await open(servers.urls[index] ?? '');
      const timeline = await readTimeline(client);
      if (timeline !== null && timeline > servers.epoch) promote(servers, index, timeline);
    } catch {
      end(client);
      client = null;
    }
    await delay(everyMs, undefined, { ref: false });
  }
  // Each server's watch ends by itself, and the next client starts those that ended: they don't see the same moments without clients.
  servers.watched.delete(index);
  end(client);
}

async function open(connectionString: string): Promise<pg.Client> {
  const limits = { connectionTimeoutMillis: withinMs, query_timeout: withinMs };
  const client = new pg.Client({ connectionString, application_name: 'fft server watch', ...limits });
  client.on('error', () => undefined);
  await client.connect();
  // Its types don't have it: lets the thread end.
  (client as unknown as { unref(): void }).unref();
  return client;
}

/** A server that hangs would not answer a goodbye. */
function end(client: pg.Client | null): void {
  if (client !== null) cut(client);
}
