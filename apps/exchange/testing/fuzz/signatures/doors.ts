import { calls, Code } from '@fft/contract';
import type { FuzzAnswer } from '../send.ts';
import type { Parameters } from './signed-parts.ts';
import { socketSpoils } from './socket-spoils.ts';
import { spoils } from './spoil.ts';

/** A call that is fuzzed. A sound request of it succeeds and changes nothing, unless it is an order. */
export interface DoorCall {
  /** `SOCKET`: a method of the WebSocket API. */
  readonly method: 'GET' | 'POST' | 'SOCKET';
  readonly path: string;
  readonly parameters: Parameters;
  /** True if a sound request places an order. It has an id of its own then, by which the order is found. */
  readonly places?: boolean;
}

/** A set of calls that are signed alike. */
export interface Door {
  readonly name: string;
  readonly header: string;
  readonly calls: readonly [DoorCall, ...DoorCall[]];
  readonly spoils: typeof spoils;
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

const nativeDoor: Door = {
  name: 'native',
  header: 'x-api-key',
  calls: [
    { method: 'GET', path: calls.trade.openOrders.path, parameters: { symbol: 'BTC/USDT', limit: '5', lang: 'en' } },
    { method: 'GET', path: calls.user.read.path, parameters: { lang: 'zh-CN' } },
    { method: 'POST', path: calls.trade.cancelAll.path, parameters: { symbol: 'ETH/USDT', lang: 'en' } },
  ],
  spoils,
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

/** Trades at once against what the scene offers. */
const order = { symbol: 'BTCUSDT', side: 'BUY', quantity: '0.00011' };
const limitOrder = { ...order, type: 'LIMIT', timeInForce: 'GTC', price: '50000' };

const binanceDoor: Door = {
  name: 'Binance',
  header: 'X-MBX-APIKEY',
  calls: [
    { method: 'GET', path: '/api/v3/account', parameters: { omitZeroBalances: 'true' } },
    { method: 'POST', path: '/api/v3/order/test', parameters: limitOrder },
    { method: 'POST', path: '/api/v3/order', parameters: limitOrder, places: true },
    { method: 'POST', path: '/api/v3/order', parameters: { ...order, type: 'MARKET' }, places: true },
  ],
  spoils,
  isAccepted: ({ status }) => status === 200,
  isBusy: (answer) => answer.status === 503 && Number(codeOf(answer)) < 0,
  isRefused: (answer) => {
    const code = Number(codeOf(answer));
    // A positive code is the transport's.
    return code < 0 ? answer.status < 402 && binanceCodes.includes(code) : isRefusedByTransport(answer);
  },
};

const socketDoor: Door = {
  ...binanceDoor,
  name: 'WebSocket API',
  calls: [
    { method: 'SOCKET', path: 'account.status', parameters: { omitZeroBalances: 'true' } },
    { method: 'SOCKET', path: 'order.test', parameters: limitOrder },
    { method: 'SOCKET', path: 'order.place', parameters: limitOrder, places: true },
  ],
  spoils: socketSpoils,
  isRefused: (answer) => answer.status < 402 && binanceCodes.includes(Number(codeOf(answer))),
};

export const allDoors = [nativeDoor, binanceDoor, socketDoor] as const;
