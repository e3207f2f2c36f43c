import { Donut, partColour } from '../../features/market-data/Donut.tsx';
import { donutParts } from '../../features/market-data/donut-parts.ts';
import type { Holdings } from '../../features/live/holdings.ts';
import { shareText } from '../../lib/shares.ts';
import { assetsTexts } from '../../i18n/assets.ts';
import { useTexts } from '../../i18n/index.ts';
import { useHideAmounts } from '../../features/balances/hide-amounts.ts';
import styles from './Allocation.module.css';

/** Shares of the total by coin, over both accounts. */
export function Allocation({ holdings }: { readonly holdings: Holdings }) {
  const t = useTexts(assetsTexts);
  const { show } = useHideAmounts();
  const parts = donutParts([...holdings.accounts.coin, ...holdings.accounts.fiat]);
  const [largest] = parts;
  if (largest === undefined) return null;
  const nameOf = (coin: string | null, count: number): string => coin ?? t.other(count);
  return (
    <section className={styles.card} aria-label={t.allocation}>
      <Donut parts={parts} share={shareOf(largest.perMille)} name={nameOf(largest.coin, largest.count)} />
      <ul className={styles.parts}>
        {parts.map(({ coin, count, value, perMille }) => (
          <li key={coin ?? ''} className={styles.part}>
            <span className={styles.dot} style={{ background: partColour(coin) }} aria-hidden="true" />
            <span className={styles.name}>{nameOf(coin, count)}</span>
            <span className={styles.value}>{show(value, 2)}</span>
            <span className={styles.share}>{shareOf(perMille)}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The whole needs no decimal place, and the ring has no room for one. */
const shareOf = (perMille: number): string => (perMille === 1000 ? '100%' : shareText(perMille));
