import { calls, type CoinProfit } from '@fft/contract';
import { usePages } from '../../api/index.ts';
import { useHideAmounts } from '../../features/balances/hide-amounts.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { formatBalance, formatMinute, hidden } from '../../lib/format/index.ts';
import { signOf } from '../../lib/exact.ts';
import { Delayed, ErrorState, ListEnd, Sheet, useLeaving } from '../../ui/kit/index.ts';
import { RowsSkeleton } from '../../ui/skeletons/index.ts';
import { profitTexts } from '../../i18n/profit.ts';
import { useTexts } from '../../i18n/index.ts';
import { Gain, shortPrice } from '../../features/profit/index.ts';
import styles from './CoinSheet.module.css';

export interface CoinSheetProps {
  readonly profit: CoinProfit;
  readonly onClose: () => void;
}

/** One coin: its cost and gains, and the lots that are still there. */
export function CoinSheet({ profit, onClose }: CoinSheetProps) {
  const t = useTexts(profitTexts);
  const { open, leave } = useLeaving(onClose);
  const { isHidden, show } = useHideAmounts();
  const { coin, quantity, cost, average, value, realised, unrealised, fees, unknown, unknownSold } = profit;
  const held = (amount: string): string => (isHidden ? hidden : formatBalance(amount, coin));
  return (
    <Sheet open={open} onClose={leave} title={coin}>
      <div className={styles.head}>
        <CoinMark coin={coin} size={40} />
        <div>
          <p className={styles.quantity}>{held(quantity)}</p>
          <p className={styles.worth}>≈ {show(value, 2)} USDT</p>
        </div>
      </div>
      <dl className={styles.facts}>
        {(
          [
            [t.realised, <Gain key="realised" amount={realised} isHidden={isHidden} />],
            [t.unrealised, <Gain key="unrealised" amount={unrealised} isHidden={isHidden} />],
            [t.cost, show(cost, 2)],
            [t.averageCost, shortPrice(average)],
            [t.fees, show(fees, 2)],
            ...(signOf(unknown) === 0 ? [] : [[t.unknown, held(unknown)]]),
            ...(signOf(unknownSold) === 0 ? [] : [[t.unknownSold, held(unknownSold)]]),
          ] as const
        ).map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <h3 className={styles.heading}>{t.lots}</h3>
      <p className={styles.hint}>{coin === 'USDT' ? t.noLots : t.lotsText}</p>
      {coin !== 'USDT' && <Lots coin={coin} isHidden={isHidden} />}
    </Sheet>
  );
}

function Lots({ coin, isHidden }: { readonly coin: string; readonly isHidden: boolean }) {
  const t = useTexts(profitTexts);
  const { show } = useHideAmounts();
  const { items, error, more, loadMore, retry, retrying } = usePages(calls.profit.lots, { coin });
  if (items === null) {
    return error ? (
      <ErrorState error={error} onRetry={retry} busy={retrying} />
    ) : (
      <Delayed>
        <RowsSkeleton groups={[3]} look="facts" flush />
      </Delayed>
    );
  }
  return (
    <>
      <ul className={styles.lots}>
        {items.map(({ id, time, quantity, cost, price, unrealised }) => (
          <li key={id} data-testid="lot">
            <span>
              <b>{isHidden ? hidden : formatBalance(quantity, coin)}</b>
              <small>{formatMinute(time)}</small>
            </span>
            <span className={styles.end}>
              <b>{cost === null ? t.unknown : show(cost, 2)}</b>
              <small>
                {price !== null && `@ ${shortPrice(price)} `}
                <Gain amount={unrealised} isHidden={isHidden} />
              </small>
            </span>
          </li>
        ))}
      </ul>
      {more !== 'none' && <ListEnd more={more} onMore={loadMore} failed={error !== null} />}
    </>
  );
}
