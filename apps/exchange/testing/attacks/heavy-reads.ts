import { calls } from '@fft/contract';

/** Server and session of an attack. */
export interface Target {
  readonly url: string;
  /** Empty for a stranger. */
  readonly token: string;
  /** Address that a trusted proxy reports; the machine's own by default. */
  readonly from?: string;
}

/** Number of answers by code; -1 for no answer. */
export type Answers = ReadonlyMap<number, number>;

/** One customer concurrently requests the value of their account, their fees and their volume. */
export function floodReads(target: Target, count: number): Promise<Answers> {
  const paths = [
    calls.assets.worth.path,
    `${calls.assets.coinStatement.path}?type=fee&limit=100`,
    calls.trade.volume.path,
    `${calls.assets.statementFile.path}?type=fee`,
    `${calls.trade.history.path}?state=cancelled&limit=100`,
  ];
  return flood(target, count, (n) => paths[n % paths.length] ?? '');
}

/** One customer requests the value of their account again and again. */
export function floodWorth(target: Target, count: number): Promise<Answers> {
  return flood(target, count, () => calls.assets.worth.path);
}

/** A stranger requests as many candles as possible, each time up to another moment, so that no cached answer fits. */
export function floodCandles({ url, from }: Omit<Target, 'token'>, count: number): Promise<Answers> {
  const last = Math.floor(Date.now() / 1000);
  const path = (n: number): string =>
    `${calls.candles.list.path}?symbol=BTC/USDT&interval=1m&limit=1000&to=${(last - n * 60) * 1000}`;
  return flood({ url, token: '', ...(from !== undefined && { from }) }, count, path);
}

async function flood({ url, token, from }: Target, count: number, path: (n: number) => string): Promise<Answers> {
  const headers = { 'access-token': token, ...(from !== undefined && { 'x-forwarded-for': from }) };
  const codes = await Promise.all(
    Array.from({ length: count }, async (_, n) => {
      try {
        const response = await fetch(url + path(n), { headers });
        const body = (await response.json()) as { readonly code?: number };
        return body.code ?? response.status;
      } catch {
        return -1;
      }
    }),
  );
  const counts = new Map<number, number>();
  for (const code of codes) counts.set(code, (counts.get(code) ?? 0) + 1);
  return counts;
}
