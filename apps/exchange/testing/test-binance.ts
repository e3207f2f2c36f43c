import { createHmac } from 'node:crypto';
import type { TestKey } from './test-api-key.ts';

export interface BinanceAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The answer's JSON. */
  readonly body: unknown;
}

export interface BinanceRequest {
  readonly method?: string;
  /** Sent exactly so, behind `?`. */
  readonly query?: string;
  readonly body?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Any JSON with its decimals in their shortest form: the native doors write as many places as a market has, this door eight at least. */
export function plainDecimals(json: unknown): unknown {
  if (typeof json === 'string') return /^-?\d+\.\d+$/.test(json) ? json.replace(/\.?0+$/, '') : json;
  if (Array.isArray(json)) return json.map(plainDecimals);
  if (typeof json !== 'object' || json === null) return json;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, plainDecimals(value)]));
}

/** Sends a request to the Binance door as it is. */
export async function askBinance(
  url: string,
  path: string,
  { method = 'GET', query = '', body, headers = {} }: BinanceRequest = {},
): Promise<BinanceAnswer> {
  const response = await fetch(`${url}${path}${query === '' ? '' : `?${query}`}`, {
    method,
    headers,
    ...(body !== undefined && { body }),
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

export type Query = Readonly<Record<string, string | number>>;

/** A query with time and signature, as Binance's clients make it. */
export function signedQuery({ secret }: Pick<TestKey, 'secret'>, query: Query = {}): string {
  const text = queryOf({ ...query, timestamp: query['timestamp'] ?? Date.now() });
  return `${text}&signature=${createHmac('sha256', secret).update(text).digest('hex')}`;
}

export function queryOf(query: Query): string {
  const pairs = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]);
  return new URLSearchParams(pairs).toString();
}
