import { calls, Code } from '@fft/contract';
import type { FuzzAnswer } from '../send.ts';
import type { Parameters } from './signed-parts.ts';

/** A call that is fuzzed. A sound request of it succeeds and changes nothing. */
export interface DoorCall {
  readonly method: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly parameters: Parameters;
}

/** A set of calls that are signed alike. */
export interface Door {
  readonly name: string;
  readonly header: string;
  readonly calls: readonly [DoorCall, ...DoorCall[]];
  /** True for an answer to a sound request. */
  isAccepted(answer: FuzzAnswer): boolean;
  /** True if the server had no time for a request, whatever it was. */
  isBusy(answer: FuzzAnswer): boolean;
  /** True if key, signature or time was refused. */
  isRefused(answer: FuzzAnswer): boolean;
}

const keyCodes: readonly number[] = [Code.apiKeyInvalid, Code.signatureInvalid, Code.timestampInvalid];

function codeOf({ text }: FuzzAnswer): unknown {
  try {
    return (JSON.parse(text) as { readonly code?: unknown }).code;
  } catch {
    return null;
  }
}

/** What no parser reads: too large, or malformed as HTTP. */
const isRefusedByTransport = ({ status }: FuzzAnswer): boolean => [400, 413, 414, 431].includes(status);

export const nativeDoor: Door = {
  name: 'native',
  header: 'x-api-key',
  calls: [
    { method: 'GET', path: calls.trade.openOrders.path, parameters: { symbol: 'BTC/USDT', limit: '5', lang: 'en' } },
    { method: 'GET', path: calls.user.read.path, parameters: { lang: 'zh-CN' } },
    { method: 'POST', path: calls.trade.cancelAll.path, parameters: { symbol: 'ETH/USDT', lang: 'en' } },
  ],
  // A customer cancels a limited number of orders in ten seconds: the key was accepted by then.
  isAccepted: (answer) =>
    answer.status === 200 && [Code.ok, Code.tooManyRequests].some((code) => code === codeOf(answer)),
  isBusy: (answer) => answer.status === 200 && codeOf(answer) === Code.unavailable,
  isRefused: (answer) =>
    isRefusedByTransport(answer) || (answer.status === 200 && keyCodes.includes(Number(codeOf(answer)))),
};

/** Errors of key, signature, time and parameters. */
const binanceCodes: readonly number[] = [
  -1021, -1022, -1100, -1101, -1102, -1103, -1104, -1105, -1106, -1121, -1130, -1131, -2014, -2015,
];

export const binanceDoor: Door = {
  name: 'Binance',
  header: 'X-MBX-APIKEY',
  calls: [{ method: 'GET', path: '/api/v3/account', parameters: { omitZeroBalances: 'true' } }],
  isAccepted: ({ status }) => status === 200,
  isBusy: (answer) => answer.status === 503 && Number(codeOf(answer)) < 0,
  isRefused: (answer) => {
    const code = Number(codeOf(answer));
    // A positive code is the transport's.
    return code < 0 ? answer.status < 402 && binanceCodes.includes(code) : isRefusedByTransport(answer);
  },
};
