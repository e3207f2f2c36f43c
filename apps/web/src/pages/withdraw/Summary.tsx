import { formatAmount } from '../../lib/format/index.ts';
import { Icon } from '../../ui/kit/index.ts';
import { useTicker } from '../../features/live/tickers.ts';
import { CoinMark } from '../../features/market-data/CoinMark.tsx';
import { add, multiply, trimZeros } from '../../lib/exact.ts';
import { useLocalValue } from '../../features/market-data/use-local-value.ts';
import { AddressText } from '../../features/money/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { withdrawTexts } from '../../i18n/withdraw.ts';
import { arrivesOf, dayLeft } from '../../features/money/withdraw-amount.ts';
import styles from './Withdraw.module.css';
import type { Plan } from './plan.ts';

/** Amount received, destination, fee, and the amount deducted. */
export function Summary({ plan: { coin, chain, address, amount } }: { readonly plan: Plan }) {
  const t = useTexts(withdrawTexts);
  const local = useLocalValue();
  const price = usePriceInUsdt(coin.coin);
  const arrives = arrivesOf(amount, chain.fee) ?? '0';
  return (
    <section className={styles.card}>
      <div className={styles.arrives}>
        <CoinMark coin={coin.coin} size={40} />
        <div>
          <p className={styles.label}>{t.arrivesAt}</p>
          <p className={styles.figure}>
            {formatAmount(trimZeros(arrives, 2))} <span className={styles.unit}>{coin.coin}</span>
          </p>
        </div>
        <p className={styles.worth}>≈ {local(price === null ? null : multiply(arrives, price))}</p>
      </div>
      <dl className={styles.lines}>
        <div className={styles.to}>
          <dt>{t.to}</dt>
          <dd>
            <span className={styles.name}>
              {address.name}
              <span className={styles.savedTag}>
                <Icon name="check" size={12} />
                {t.saved}
              </span>
            </span>
            <AddressText address={address.address} className={styles.address} />
          </dd>
        </div>
        {address.memo !== undefined && (
          <div>
            <dt>{t.memo}</dt>
            <dd>{address.memo}</dd>
          </div>
        )}
        <div>
          <dt>{t.network}</dt>
          <dd>{chain.name}</dd>
        </div>
        <div>
          <dt>{t.networkFee}</dt>
          <dd>
            {formatAmount(trimZeros(chain.fee, 2))} {coin.coin}
          </dd>
        </div>
        {price !== null && (
          <div>
            <dt>{t.dayLeftAfter}</dt>
            <dd>
              {coin.coin !== 'USDT' && '≈ '}
              {formatAmount(dayLeft(coin.dayLimit, add(coin.dayUsed, multiply(amount, price))), 2)} USDT
            </dd>
          </div>
        )}
        <div className={styles.main}>
          <dt>{t.taken}</dt>
          <dd>
            {formatAmount(trimZeros(amount, 2))} {coin.coin}
          </dd>
        </div>
      </dl>
    </section>
  );
}

/** Price of one coin in USDT by its market; null while unknown. */
function usePriceInUsdt(coin: string): string | null {
  const live = useTicker(`${coin}/USDT`);
  return coin === 'USDT' ? '1' : (live?.ticker.value ?? null);
}
