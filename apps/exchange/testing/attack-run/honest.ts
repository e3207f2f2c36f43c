import { setTimeout as wait } from 'node:timers/promises';
import { createClient, type Client } from '@fft/client';
import { calls } from '@fft/contract';
import { fetchFrom } from './fetch-from.ts';
import { newestCode } from '../newest-code.ts';

/** Waits of the honest customers during an attack, in milliseconds. */
export interface Waits {
  readonly orders: readonly number[];
  readonly logIns: readonly number[];
  /** Refusals and lost answers; there should be none. */
  readonly failures: readonly string[];
}

/** Customers at one address who trade and log in as on any day. */
export interface HonestCustomers {
  /** Places orders and logs in until `until` settles. */
  trade(until: Promise<unknown>): Promise<Waits>;
}

const address = '127.0.0.2';
const customers = 10;
/** Each stays within a customer's limit of 50 orders in ten seconds. */
const betweenOrdersMs = 250;
const betweenLogInsMs = 500;
const market = { symbol: 'BTC/USDT', side: 'sell', type: 'limit', price: '97000', quantity: '0.0001' } as const;

export async function registerHonest(baseUrl: string): Promise<HonestCustomers> {
  const send = fetchFrom(address);
  // A known device: the client keeps its device cookie.
  let cookie: string | null = null;
  const device = { read: () => cookie, keep: (next: string) => void (cookie = next) };
  const clientOf = (token: string): Client =>
    createClient({ baseUrl, token: () => token, lang: () => 'en', fetch: send, device, timeoutMs: 20_000 });
  const anonymous = clientOf('');
  const accountOf = (index: number) => ({
    email: `honest-${index}@test.example`,
    password: `an honest password ${index}`,
  });

  async function register(index: number): Promise<Client> {
    const { email, password } = accountOf(index);
    const { flow } = await anonymous.call(calls.auth.requestRegistrationCode, { email });
    const mails = await anonymous.call(calls.demo.mailbox, { to: email });
    const registration = { email, flow, code: newestCode(mails), password, passwordConfirm: password };
    const client = clientOf((await anonymous.call(calls.auth.register, registration)).token);
    await client.call(calls.demo.faucet, { requestId: 'fund', coin: 'BTC', amount: '1' });
    return client;
  }

  const traders: Client[] = [];
  // The device of the last one logs in.
  for (let index = 0; index < customers; index += 1) traders.push(await register(index));
  const account = accountOf(customers - 1);
  let orders = 0;
  return {
    trade: async (until) => {
      const waits = { orders: [] as number[], logIns: [] as number[], failures: [] as string[] };
      const ending = new AbortController();
      const over = until.finally(() => ending.abort());
      const timed = async (into: number[], work: () => Promise<unknown>): Promise<void> => {
        const begun = performance.now();
        await work().then(
          () => into.push(performance.now() - begun),
          (error: unknown) => waits.failures.push(String(error)),
        );
      };
      const placeOrders = async (client: Client): Promise<void> => {
        while (!ending.signal.aborted) {
          const clientOrderId = `honest-${++orders}`;
          await timed(waits.orders, () => client.call(calls.trade.create, { clientOrderId, ...market }));
          await client.call(calls.trade.cancel, { clientOrderId }).catch(() => undefined);
          await Promise.race([wait(betweenOrdersMs), over]);
        }
      };
      const logIn = async (): Promise<void> => {
        let token = '';
        while (!ending.signal.aborted) {
          await timed(waits.logIns, async () => {
            ({ token } = await anonymous.call(calls.auth.login, account));
          });
          // The number of sessions of an account is limited, and this customer trades by another session.
          await clientOf(token)
            .call(calls.auth.logout, {})
            .catch(() => undefined);
          await Promise.race([wait(betweenLogInsMs), over]);
        }
      };
      await Promise.all([over, logIn(), ...traders.map(placeOrders)]);
      return waits;
    },
  };
}

/** Median, 99th percentile and maximum of waits in milliseconds, to follow what they are of. */
export function quantilesOf(waits: readonly number[]): string {
  const [p50, p99, most] = [0.5, 0.99, 1].map((part) => partOf(waits, part).toFixed(1));
  return ` p50 ${p50} ms, p99 ${p99} ms, max ${most} ms`;
}

/** Returns this quantile of the waits; 0 without any. */
export function partOf(waits: readonly number[], part: number): number {
  const sorted = waits.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}
