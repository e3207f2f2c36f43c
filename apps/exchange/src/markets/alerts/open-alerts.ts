import type { Context } from '../../ledger/context.ts';
import type { Ledger } from '../../ledger/open-ledger.ts';
import type { PriceAlerts } from './price-alerts.ts';

/** Lets the trades fire alerts from now on, and those that were missed since the process last ran. */
export async function openAlerts(
  { storage, lifecycle }: Context,
  { host, projector }: Ledger,
  alerts: PriceAlerts,
): Promise<void> {
  // Without alerts nothing is looked for in the past: a start needn't wait until it is written down.
  if (await alerts.isAnyWaiting()) await projector.reached(host.sequence);
  await alerts.open();
  host.addView({
    name: 'alerts',
    add: (batch) => alerts.add(batch),
    // The tables tell which alerts its trades fire.
    recover: ({ sequence }) => alerts.lookAgain(() => projector.reached(sequence, Infinity)),
  });
  lifecycle.onClose(() => alerts.settled());
  storage.bulletin.onEvent((event) => alerts.hear(event));
  storage.bulletin.onMissed(() => alerts.lookAgain());
}
