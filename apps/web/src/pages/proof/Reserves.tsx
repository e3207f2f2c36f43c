import { calls } from '@fft/contract';
import { useCall } from '../../api/index.ts';
import { formatAmount, formatMinute } from '../../lib/format/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import { AddressText } from '../../features/money/index.ts';
import { useTexts } from '../../i18n/index.ts';
import { proofTexts } from '../../i18n/proof.ts';
import styles from './Proof.module.css';

const amountOf = (amount: string): string => formatAmount(trimZeros(amount));

/** Reserves chain by chain: public addresses and their counted balances. Empty if no chain is followed. */
export function Reserves() {
  const t = useTexts(proofTexts);
  const { data } = useCall(calls.proof.reserves, {}, { quiet: true });
  if (data === undefined || data.length === 0) return null;
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{t.reserves}</h2>
      <p className={styles.small}>{t.reservesText}</p>
      {data.map(({ chain, name, hot, cold, depositAddresses, time, coins }) => (
        <div key={chain} className={styles.total} data-testid={`reserve-${chain}`}>
          <h3 className={styles.chain}>{name}</h3>
          <dl className={styles.places}>
            <dt>{t.hot}</dt>
            <dd>
              <AddressText address={hot} />
            </dd>
            <dt>{t.cold}</dt>
            <dd>{cold === null ? t.noCold : <AddressText address={cold} />}</dd>
            <dt>{t.depositAddresses}</dt>
            <dd>{formatAmount(String(depositAddresses))}</dd>
            {coins.map((one) => [
              <dt key={one.coin}>{one.coin}</dt>,
              <dd key={`${one.coin} places`}>
                {t.places(amountOf(one.hot), amountOf(one.unswept), amountOf(one.cold))}
              </dd>,
            ])}
          </dl>
          <p className={styles.small}>{t.counted(formatMinute(time))}</p>
        </div>
      ))}
    </section>
  );
}
