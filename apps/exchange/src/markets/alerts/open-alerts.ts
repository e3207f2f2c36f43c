import type { ContextOf } from '../../context.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { PriceAlerts } from './price-alerts.ts';

/** Fires alerts by trades from now on, and those that were missed since the process last ran. */
export async function openAlerts(
  { storage, lifecycle }: ContextOf<'markets'>,
  { host, projector }: Ledger,
  alerts: PriceAlerts,
): Promise<void> {
  // Only alerts need past fills: without one, the start does not wait for the tables.
  if (await alerts.isAnyWaiting()) await projector.reached(host.sequence);
  await alerts.open();
  host.addView({
    name: 'alerts',
    add: (batch) => alerts.add(batch),
    // The tables show which alerts its trades fire.
    recover: ({ sequence }) => alerts.reload(() => projector.reached(sequence, Infinity)),
  });
  lifecycle.onClose(() => alerts.settled());
  storage.eventBus.onEvent((event) => alerts.handleEvent(event));
  storage.eventBus.onMissed(() => alerts.reload());
}
