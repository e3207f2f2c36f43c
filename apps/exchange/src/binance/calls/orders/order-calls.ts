import type { BinanceCall } from '../call.ts';
import { amendCall } from './amend-call.ts';
import { amendmentReads } from './amendment-reads.ts';
import { cancelCalls } from './cancel-calls.ts';
import { cancelReplaceCall } from './cancel-replace.ts';
import { historyReads } from './history-reads.ts';
import { listCalls } from './list-calls.ts';
import { listCancelCall } from './list-cancel.ts';
import { listReads } from './list-reads.ts';
import { orderReads } from './order-reads.ts';
import { placeCalls } from './place-calls.ts';
import type { TradingParts } from './trading-parts.ts';

/** The calls of orders, order lists and fills. */
export function orderCalls(parts: TradingParts): readonly BinanceCall[] {
  return [
    ...placeCalls(parts),
    ...cancelCalls(parts),
    cancelReplaceCall(parts),
    amendCall(parts),
    amendmentReads(parts),
    ...orderReads(parts),
    ...historyReads(parts),
    ...listCalls(parts),
    listCancelCall(parts),
    ...listReads(parts),
  ];
}
