import type { Fill } from '@fft/engine';
import type { BatchEvents } from '../../ledger/replica/batch-events.ts';

/** An active price alert, in ledger integers. */
export interface WaitingAlert {
  readonly id: string;
  readonly customer: number;
  readonly market: number;
  readonly direction: 'up' | 'down';
  readonly priceTicks: number;
}

export interface Firing {
  readonly alert: WaitingAlert;
  readonly time: number;
  readonly priceTicks: number;
}

/** One market's alerts. The nearest price in each direction avoids checking all of them for every trade. */
interface Watched {
  readonly alerts: Map<string, WaitingAlert>;
  nearestUp: number;
  nearestDown: number;
}

/** Holds the active alerts, and finds those that a trade fires. */
export class AlertWatch {
  readonly #markets = new Map<number, Watched>();

  add(alert: WaitingAlert): void {
    let watched = this.#markets.get(alert.market);
    if (!watched) this.#markets.set(alert.market, (watched = newWatched()));
    watched.alerts.set(alert.id, alert);
    approach(watched, alert);
  }

  remove({ id, market }: Pick<WaitingAlert, 'id' | 'market'>): void {
    this.#markets.get(market)?.alerts.delete(id);
  }

  /** Removes and returns the alerts that a batch fires, each with the first trade that reached its price. */
  take(batch: BatchEvents): Firing[] {
    const firings: Firing[] = [];
    for (const fill of batch.fills) {
      const watched = this.#markets.get(fill.market);
      if (watched && (fill.priceTicks >= watched.nearestUp || fill.priceTicks <= watched.nearestDown)) {
        firings.push(...takeFired(watched, fill));
      }
    }
    return firings;
  }
}

function newWatched(): Watched {
  return { alerts: new Map(), nearestUp: Infinity, nearestDown: -Infinity };
}

function approach(watched: Watched, { direction, priceTicks }: WaitingAlert): void {
  if (direction === 'up') watched.nearestUp = Math.min(watched.nearestUp, priceTicks);
  else watched.nearestDown = Math.max(watched.nearestDown, priceTicks);
}

function takeFired(watched: Watched, { time, priceTicks }: Fill): Firing[] {
  const firings: Firing[] = [];
  watched.nearestUp = Infinity;
  watched.nearestDown = -Infinity;
  for (const alert of watched.alerts.values()) {
    const reached = alert.direction === 'up' ? priceTicks >= alert.priceTicks : priceTicks <= alert.priceTicks;
    if (reached) firings.push({ alert, time, priceTicks });
    else approach(watched, alert);
  }
  for (const { alert } of firings) watched.alerts.delete(alert.id);
  return firings;
}
