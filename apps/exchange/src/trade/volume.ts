import type { calls } from '@fft/contract';
import type { Handler } from '../http/route.ts';
import { formatFraction } from '../listing/market-view.ts';
import { formatUsdt } from '../market-data/valuation.ts';
import type { TradeArea } from './area.ts';

const volumeMs = 30 * 86_400_000;

/** What a customer traded of late, from the fills of the orders that changed since, and the fees that come of it. What has no price counts nothing. */
export function tradedVolume(area: TradeArea): Handler<typeof calls.trade.volume> {
  return async (_input, { customer, lang }) => {
    const since = area.now() - volumeMs;
    await area.projector.reachedFor(customer.id);
    const [maker, taker] = await Promise.all(
      (['maker', 'taker'] as const).map((role) => tradedAs(area, role, { owner: customer.id, since })),
    );
    const { tier, tiers } = await area.feesOf(customer.id, lang);
    const own = area.host.engine.ownFees(customer.id);
    return {
      maker: formatUsdt(maker ?? 0n),
      taker: formatUsdt(taker ?? 0n),
      fees: own && { tier, maker: formatFraction(own.makerFeePpm), taker: formatFraction(own.takerFeePpm) },
      tiers: tiers.map(({ name, fromUsdt, makerPpm, takerPpm }) => ({
        name,
        from: String(fromUsdt),
        maker: formatFraction(makerPpm),
        taker: formatFraction(takerPpm),
      })),
    };
  };
}

interface Whose {
  readonly owner: number;
  readonly since: number;
}

async function tradedAs(
  { reading, directory, valuation }: TradeArea,
  role: 'maker' | 'taker',
  { owner, since }: Whose,
): Promise<bigint> {
  const rows = await reading
    .selectFrom('orders')
    .innerJoin('fills', `fills.${role}_order`, 'orders.id')
    .select((select) => ['fills.market', select.fn.sum<string>('fills.notional').as('notional')])
    .where('orders.owner', '=', owner)
    .where('orders.updated', '>=', since)
    .where('fills.time', '>=', since)
    .groupBy('fills.market')
    .execute();
  return rows.reduce((sum, { market, notional }) => {
    const { quote } = directory.marketById(market);
    return sum + (valuation.usdtUnits(quote.code, BigInt(notional)) ?? 0n);
  }, 0n);
}
