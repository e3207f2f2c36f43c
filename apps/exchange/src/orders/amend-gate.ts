import type { AmendOrder } from '@fft/engine';
import type { Untimed } from '../ledger/gateway.ts';
import type { EngineHost } from '../ledger/replica/engine-host.ts';
import type { TrailingGate } from './trailing-gate.ts';

/** Keeps amendments of entries with a bracket out of the journal while a process runs that would reject them. Other orders pass at once. */
export function createAmendGate(
  host: Pick<EngineHost, 'engine' | 'openRecord'>,
  gate: Pick<TrailingGate, 'pass'>,
): (command: Untimed<AmendOrder>) => Promise<void> {
  return async ({ owner, orderId, clientOrderId }) => {
    const named = orderId > 0 ? orderId : (host.engine.orderIdOf(owner, clientOrderId) ?? 0);
    const { takeProfitTicks = 0, stopLossTicks = 0 } = host.openRecord(named)?.command ?? {};
    if (takeProfitTicks + stopLossTicks > 0) await gate.pass('bracketLater');
  };
}
