import type { Market } from '@fft/contract';
import { formatAmount, formatClock, formatPrice } from '../../lib/format/index.ts';
import { classes, Delayed, Empty, ErrorState, Skeleton } from '../../ui/kit/index.ts';
import { useTrades } from '../live/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import styles from './TradesList.module.css';

/** The latest public trades of a market. */
export function TradesList({ market }: { readonly market: Market }) {
  const t = useTexts(tradeTexts);
  const { status, value } = useTrades(market.symbol);
  if (value === null) {
    return status === 'failed' ? (
      <ErrorState />
    ) : (
      <Delayed>
        <div className={styles.loading} aria-hidden="true">
          {Array.from({ length: 6 }, (_, row) => (
            <Skeleton key={row} />
          ))}
        </div>
      </Delayed>
    );
  }
  if (value.length === 0) return <Empty drawing="chart" title={t.noTrades} />;
  return (
    <table className={styles.table}>
      <thead>
        <tr>
          <th scope="col">{t.time}</th>
          <th scope="col">{t.price(market.quote)}</th>
          <th scope="col">{t.quantity(market.base)}</th>
        </tr>
      </thead>
      <tbody>
        {value.map((trade) => (
          <tr key={trade.id} data-testid="trade-row">
            <td>{formatClock(trade.time)}</td>
            <td className={classes(trade.side === 'buy' ? styles.up : styles.down)}>
              <span className={styles.unseen}>{t[trade.side]} </span>
              {formatPrice(trade.price)}
            </td>
            <td>{formatAmount(trade.quantity)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
