import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from '@fft/client';
import { calls } from '@fft/contract';
import { connectionFloods } from './connection-floods.ts';
import { socketFloods } from './socket-floods.ts';

/**
 * What an honest customer's orders and log-ins take while one other address floods the server, attack by attack. Ends with exit code 1 where an order's p99 is above
 * 100 ms, or a log-in takes more than a second. Run it: `node apps/exchange/test/attacks/transport-attacks.ts [part of a name]`.
 */
const attacks = [...connectionFloods, ...socketFloods];
const [ordersP99MaxMs, logInMaxMs] = [100, 1_000];
const seconds = Number(process.env['SECONDS'] ?? 10);
const attacker = '127.0.0.66';
let sent = 0;

/** In a process of its own, the attack runs until that is ended. */
if (process.argv[2] === '--run') {
  const [name = '', url = ''] = process.argv.slice(3);
  await attacks.find((attack) => attack.name === name)?.run({ url, from: attacker }, new AbortController().signal);
} else {
  process.exitCode = await measureAll(process.argv[2] ?? '');
}

async function measureAll(part: string): Promise<number> {
  const folder = await mkdtemp(join(tmpdir(), 'fft-attacks-'));
  const server = spawn(process.execPath, [join(import.meta.dirname, '../../src/main.ts')], {
    env: {
      ...process.env,
      DATA_DIR: folder,
      PORT: '0',
      MAKER: 'off',
      DEMO_CHAIN: 'off',
      ORDERS_PER_10S: '10000',
      LOG_LEVEL: 'error',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const honest = await register(await addressOf(server));
    const results = [await measure('nothing', honest)];
    for (const { name } of attacks.filter((attack) => attack.name.includes(part))) {
      const child = fork(import.meta.filename, ['--run', name, honest.url], { stdio: 'ignore' });
      await wait(1_000);
      results.push(await measure(name, honest));
      child.kill('SIGKILL');
      await once(child, 'exit');
      // An address that owes is let in again.
      await wait(1_000);
    }
    return results.every(({ isGood }) => isGood) ? 0 : 1;
  } finally {
    server.kill('SIGTERM');
    await once(server, 'exit');
    await rm(folder, { recursive: true, force: true });
  }
}

async function addressOf(server: ChildProcess): Promise<string> {
  if (!server.stdout) throw new Error('a server without output');
  for await (const line of createInterface({ input: server.stdout })) {
    const url = /App\s+(http:\S+[^/\s])/.exec(line)?.[1];
    if (url !== undefined) return url.replace('localhost', '127.0.0.1');
  }
  throw new Error('the server ended before it listened');
}

interface Honest {
  readonly url: string;
  readonly client: Client;
  readonly logIn: () => Promise<unknown>;
}

async function register(url: string): Promise<Honest> {
  const anybody = createClient({ baseUrl: url, token: () => '', lang: () => 'en', timeoutMs: 60_000 });
  const [email, password] = ['honest@test.example', 'an honest password'];
  const { flow } = await anybody.call(calls.passport.regemail, { email });
  const [mail] = await anybody.call(calls.demo.mailbox, { to: email });
  const registration = { flow, email, code: mail?.code ?? '', password, passwordConfirm: password };
  const { token } = await anybody.call(calls.passport.reg, registration);
  const client = createClient({ baseUrl: url, token: () => token, lang: () => 'en', timeoutMs: 60_000 });
  await client.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
  return { url, client, logIn: () => anybody.call(calls.passport.login, { email, password }) };
}

async function measure(name: string, { client, logIn }: Honest): Promise<{ isGood: boolean }> {
  const until = performance.now() + seconds * 1_000;
  const [orders, logIns] = [[] as number[], [] as number[]];
  const timed = async (into: number[], pauseMs: number, work: () => Promise<unknown>): Promise<void> => {
    while (performance.now() < until) {
      const begun = performance.now();
      // What is refused or broken off counts as never answered.
      const isDone = await work().then(
        () => true,
        () => false,
      );
      into.push(isDone ? performance.now() - begun : Infinity);
      await wait(pauseMs);
    }
  };
  const market = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '97000', quantity: '0.0001' } as const;
  await Promise.all([
    timed(orders, 10, () => client.call(calls.trade.create, { clientOrderId: `honest-${++sent}`, ...market })),
    timed(logIns, 1_000, logIn),
  ]);
  await client.call(calls.trade.cancelall, {});
  const [p50, p99, logInMax] = [partOf(orders, 0.5), partOf(orders, 0.99), Math.max(...logIns)];
  const isGood = p99 <= ordersP99MaxMs && logInMax <= logInMaxMs;
  process.stdout.write(
    `${isGood ? 'ok  ' : 'SLOW'} ${name.padEnd(52)} orders ${orders.length}, p50 ${p50.toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; log-in at most ${logInMax.toFixed(0)} ms\n`,
  );
  return { isGood };
}

function partOf(waits: readonly number[], part: number): number {
  const sorted = waits.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length * part)] ?? Infinity;
}
