import { ApiError } from '../../api-error.ts';
import { publicCall, type BinanceCall } from '../call.ts';
import { optional } from '../params.ts';
import { depositCalls } from './deposits.ts';
import { keyCalls } from './key-restrictions.ts';
import { userAssets } from './user-assets.ts';
import type { WalletParts } from '../wallet-parts.ts';
import { accountStatusCalls } from './account-status.ts';
import { assetDetail } from './asset-detail.ts';
import { coinConfig } from './coin-config.ts';
import { withdrawalCalls } from './withdrawals.ts';

/** The calls about money beside trading, at `/sapi/v1` and `/sapi/v3`. */
export function walletCalls(parts: WalletParts): readonly BinanceCall[] {
  return [
    publicCall({
      rest: ['GET', '/sapi/v1/system/status'],
      ws: null,
      weight: 1,
      params: {},
      handle: () => ({ status: 0, msg: 'normal' }),
    }),
    coinConfig(parts),
    assetDetail(parts),
    userAssets(parts),
    ...depositCalls(parts),
    ...withdrawalCalls(parts),
    ...keyCalls(parts),
    ...accountStatusCalls(),
    ...emptyCalls(),
  ];
}

const anyText = optional((text) => text);
/** Clients sign some of these calls, which need no signature here. */
const ignored = { timestamp: anyText, recvWindow: anyText, signature: anyText };

/** What clients load at their start, whether or not they use it. */
function emptyCalls(): readonly BinanceCall[] {
  const listenKey = { ...ignored, listenKey: anyText };
  return [
    empty('/sapi/v1/margin/allPairs', []),
    empty('/sapi/v1/margin/isolated/allPairs', []),
    empty('/fapi/v1/exchangeInfo', { symbols: [] }),
    empty('/dapi/v1/exchangeInfo', { symbols: [] }),
    ...(['POST', 'PUT', 'DELETE'] as const).map((method) =>
      publicCall({
        rest: [method, '/api/v3/userDataStream'],
        ws: null,
        weight: 1,
        params: listenKey,
        handle: goneListenKey,
      }),
    ),
  ];
}

function empty(path: string, answer: unknown): BinanceCall {
  return publicCall({ rest: ['GET', path], ws: null, weight: 1, params: ignored, handle: () => answer });
}

function goneListenKey(): never {
  throw new ApiError(410, -1000, 'Listen keys are gone: subscribe with userDataStream.subscribe.signature.');
}
