import { formatAmount } from '../../format/index.ts';
import { Icon } from '../../kit/index.ts';
import { CoinMark } from '../../market-data/CoinMark.tsx';
import { trimZeros } from '../../market-data/exact.ts';
import { AddressText } from '../../money/index.ts';
import { useTexts } from '../../texts/index.ts';
import { withdrawTexts } from '../../texts/withdraw.ts';
import { arrivesOf } from './withdraw-amount.ts';
import styles from './Withdraw.module.css';
import type { Plan } from './WithdrawFlow.tsx';

/** What arrives where, what it costs, and what is taken. */
export function Summary({ plan: { coin, chain, address, amount } }: { readonly plan: Plan }) {
  const t = useTexts(withdrawTexts);
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
