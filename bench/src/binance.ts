import { createHmac } from 'node:crypto';
import { join } from 'node:path';
import { createClient } from '@fft/client';
import { calls } from '@fft/contract';
import { Line } from './exchange/line.ts';
import { startChild } from './exchange/child.ts';
import { startExchange } from './exchange/start-exchange.ts';

const rounds = 5;
const connections = 50;
const seconds = 4;
/** A request may be sent again within this time, so that the load is signed once. */
const windowMs = 60_000;

/**
 * Signed calls of Binance's REST API per second, next to a bare Fastify that answers the same: the same client on the same machine, interleaved. The
 * exchange verifies the signature of each request.
 */
async function benchBinance(): Promise<void> {
  const exchange = await startExchange();
  const echo = await startChild(join(import.meta.dirname, 'binance/account-echo-server.ts'));
  try {
    const key = await createKey(exchange.url);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let round = 0; round <= rounds; round += 1) {
      const request = accountRequest(key);
      const [their, our] = [await callsPerSecond(echo.url, request), await callsPerSecond(exchange.url, request)];
      // The first round warms up.
      if (round === 0) continue;
      theirs.push(their);
      ours.push(our);
    }
    const [our, their] = [median(ours), median(theirs)];
    process.stdout.write(
      `Binance REST, GET /api/v3/account signed by HMAC: ${our} a second; bare echo ${their}; ${(our / their).toFixed(2)} of it\n`,
    );
  } finally {
    await exchange.stop();
    await echo.stop();
  }
}

interface Key {
  readonly id: string;
  readonly secret: string;
}

async function createKey(baseUrl: string): Promise<Key> {
  let token = '';
  const client = createClient({ baseUrl, token: () => token, lang: () => 'en' });
  const email = 'bot@bench.example';
  const codeOf = async () => (await client.call(calls.demo.mailbox, { to: email }))[0]?.code ?? '';
  await client.call(calls.auth.requestRegistrationCode, { email });
  const password = 'bench bot of FFT';
  const registration = { email, code: await codeOf(), password, passwordConfirm: password };
  ({ token } = await client.call(calls.auth.register, registration));
  await client.call(calls.demo.faucet, { requestId: 'coins', coin: 'BTC', amount: '0.5' });
  const { flow } = await client.call(calls.user.sendCode, { type: 'apiKey' });
  const wanted = { name: 'bench', rights: 'read', password, code: await codeOf(), flow };
  const { key, secret } = await client.call(calls.keys.create, wanted);
  return { id: key.id, secret: secret ?? '' };
}

function accountRequest({ id, secret }: Key): string {
  const query = `omitZeroBalances=true&recvWindow=${windowMs}&timestamp=${Date.now()}`;
  const signature = createHmac('sha256', secret).update(query).digest('hex');
  const path = `/api/v3/account?${query}&signature=${signature}`;
  return `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: keep-alive\r\nx-mbx-apikey: ${id}\r\n\r\n`;
}

async function callsPerSecond(url: string, request: string): Promise<number> {
  const lines = await Promise.all(Array.from({ length: connections }, () => Line.open(url)));
  const begun = performance.now();
  const end = begun + seconds * 1_000;
  let answered = 0;
  const run = (line: Line): Promise<void> =>
    new Promise((resolve, reject) => {
      const ask = (): void =>
        line.ask(request, (body) => {
          if (!body.startsWith('{"makerCommission"')) return reject(new Error(body));
          answered += 1;
          if (performance.now() < end) ask();
          else resolve();
        });
      ask();
    });
  await Promise.all(lines.map(run));
  const perSecond = Math.round(answered / ((performance.now() - begun) / 1_000));
  for (const line of lines) line.close();
  return perSecond;
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;
}

await benchBinance();
