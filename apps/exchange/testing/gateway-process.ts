import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { createClient, type Client } from '@fft/client';
import { calls } from '@fft/contract';
import { newestCode } from './newest-code.ts';

/** A server in its own process, which can be killed. */
export interface GatewayProcess {
  readonly url: string;
  readonly pid: number;
  clientOf(token?: string): Client;
  /** URL of the operators' console; empty if none is served. */
  readonly consoleUrl: string;
  /** Reads one metric. */
  figure(name: string): Promise<number>;
  /** Reads all metrics. */
  figures(): Promise<string>;
  kill(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  /** Sends a message to a module loaded before the server. */
  send(message: object): void;
  /** Resolves when the process has ended, however it ended. */
  readonly ended: Promise<void>;
}

interface Addresses {
  readonly url: string;
  readonly consoleUrl: string;
  readonly metricsUrl: string;
}

/** Starts a server with these settings in addition to the tests' defaults. Loads `imports` first; `program` is the server's entry, by default its sources. */
export async function startGatewayProcess(
  settings: Readonly<Record<string, string>>,
  imports: readonly string[] = [],
  program = join(import.meta.dirname, '../src/main.ts'),
): Promise<GatewayProcess> {
  const child = spawn(process.execPath, [...imports.map((path) => `--import=${path}`), program], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      PORT: '0',
      MAKER: 'off',
      DEMO_CHAIN: 'off',
      ORDERS_PER_10S: '100000',
      REQUESTS_PER_10S: '0',
      SOCKETS_PER_ADDRESS: '0',
      SOCKETS_PER_CUSTOMER: '0',
      CONNECTIONS_PER_ADDRESS: '0',
      WEIGHT_PER_10S: '0',
      CODES_PER_HOUR: '0',
      METRICS_PORT: '0',
      GATEWAYS: '1',
      LOG_LEVEL: 'fatal',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit', ...(imports.length > 0 ? ['ipc' as const] : [])],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  if (!child.stdout) throw new Error('the server has no output');
  const { stdout } = child;
  const { url, consoleUrl, metricsUrl } = await new Promise<Addresses>((resolve, reject) => {
    let printed = '';
    stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const port = /App +http:\/\/localhost:(\d+)\//.exec(printed)?.[1];
      const metricsPort = /at port (\d+), \/metrics/.exec(printed)?.[1];
      // The server prints its addresses in one chunk, whose last line is this one.
      if (port !== undefined && printed.includes('Ctrl+C')) {
        const consoleUrl = /Console +(http:\/\/[^/]+)\//.exec(printed)?.[1] ?? '';
        const metricsUrl = `http://127.0.0.1:${metricsPort}/metrics`;
        resolve({ url: `http://localhost:${port}`, consoleUrl, metricsUrl });
      }
    });
    child.once('exit', (code) =>
      reject(new Error(`the server exited with code ${code} before it listened: ${printed}`)),
    );
  });
  const figures = async (): Promise<string> => (await fetch(metricsUrl)).text();
  return {
    url,
    consoleUrl,
    pid: child.pid ?? 0,
    clientOf: (token = '') => createClient({ baseUrl: url, token: () => token, lang: () => 'en', timeoutMs: 15_000 }),
    figures,
    figure: async (name) => {
      const text = await figures();
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.slice(name.length),
      );
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    signal: (name) => void child.kill(name),
    send: (message) => void child.send(message),
    ended,
  };
}

/** Registers a customer by mail, with money of several coins; returns their token. */
export async function registerFunded(
  gateway: GatewayProcess,
  name: string,
  coins: Readonly<Record<string, string>> = { BTC: '0.5', USDT: '50000' },
): Promise<string> {
  const [email, password] = [`${name}@test.example`, `the password of ${name}`];
  const client = gateway.clientOf();
  await client.call(calls.auth.requestRegistrationCode, { email });
  const mails = await client.call(calls.demo.mailbox, { to: email });
  const form = { email, code: newestCode(mails), password, passwordConfirm: password };
  const { token } = await client.call(calls.auth.register, form);
  for (const [coin, amount] of Object.entries(coins)) {
    await gateway.clientOf(token).call(calls.demo.faucet, { requestId: coin, coin, amount });
  }
  return token;
}
