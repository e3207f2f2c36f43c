import type { Market } from '@fft/contract';
import { formatAmount, formatClock, formatPrice } from '../../lib/format/index.ts';
import { classes, Delayed, Empty, ErrorState, Skeleton } from '../../ui/kit/index.ts';
import { type TradesPage, useTrades } from '../live/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { tradeTexts } from '../../i18n/trade.ts';
import styles from './TradesList.module.css';

export interface TradesListProps {
  readonly market: Market;
  /** The page that shows them. */
  readonly page?: TradesPage;
}

/** The latest public trades of a market. */
export function TradesList({ market, page = 'chart' }: TradesListProps) {
  const t = useTexts(tradeTexts);
  const { status, value, error } = useTrades(market.symbol, page);
  if (value === null) {
    return status === 'failed' ? (
      <ErrorState error={error} />
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
