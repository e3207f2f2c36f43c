import { calls } from '@fft/contract';
import { parseDecimal } from '@fft/decimal';
import { FieldRefusal, type Refusal } from '../../refusals/refusal.ts';
import { refuse } from '../refusals.ts';
import { route, type Api } from '../../transport/http/route.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import { formatPrice, type MarketView } from '../../ledger/listings/market-view.ts';
import { maxAlerts, type PriceAlerts } from './price-alerts.ts';

export interface AlertsOptions {
  readonly api: Api;
  readonly directory: Directory;
  readonly alerts: PriceAlerts;
}

/** Binds the calls for price alerts. */
export function serveAlerts({ api, directory, alerts }: AlertsOptions): void {
  route(api, calls.watchlist.alerts, (_input, { customer }) => alerts.list(customer.id));

  route(api, calls.watchlist.createAlert, async ({ symbol, price }, { customer }) => {
    const view = directory.market(symbol);
    if (!view) throw refuse('unknownMarket');
    const priceTicks = ticksOf(price, view);
    const alert = await alerts.create(customer.id, view, priceTicks);
    if (alert === null) throw refuse('tooManyAlerts', { values: { max: maxAlerts } });
    return alert;
  });

  route(api, calls.watchlist.deleteAlert, async ({ id }, { customer }) => {
    if (!(await alerts.delete(customer.id, id))) throw refuse('unknownAlert');
    return null;
  });
}

function ticksOf(price: string, view: MarketView): number {
  const parsed = parseDecimal(price, view.pricePlaces);
  if (!parsed.ok && parsed.reason === 'tooManyPlaces') throw offTick(view);
  if (!parsed.ok || parsed.units === 0) throw new FieldRefusal({ price: 'amount' });
  if (parsed.units % view.tickMantissa !== 0) throw offTick(view);
  return parsed.units / view.tickMantissa;
}

function offTick(view: MarketView): Refusal {
  const step = formatPrice(view, 1);
  return refuse('priceOffTick', { values: { step }, data: { step, field: 'price' } });
}
