import type { Market } from '@fft/contract';
import { formatAmount, formatRate } from '../../lib/format/index.ts';
import { type CoinText, coinTexts } from './coins-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import { trimZeros } from '../../lib/exact.ts';
import styles from './CoinFacts.module.css';

/** Profile of the market's coin, and its trading rules. */
export function CoinFacts({ market }: { readonly market: Market }) {
  const t = useTexts(coinTexts);
  const known: Readonly<Record<string, CoinText>> = t.coins;
  const coin = known[market.base];
  return (
    <div className={styles.facts}>
      <h2 className={styles.name}>{coin?.name ?? market.base}</h2>
      <p className={styles.about}>{coin?.about ?? t.unknown(market.base)}</p>
      {coin && (
        <dl>
          {(['since', 'supply', 'agreement', 'speed'] as const).map((fact) => (
            <Fact key={fact} name={t.labels[fact]} value={coin[fact]} />
          ))}
        </dl>
      )}
      <h2 className={styles.name}>{t.market}</h2>
      <dl>
        <Fact name={t.rules.tick} value={`${market.tickSize} ${market.quote}`} />
        <Fact name={t.rules.lot} value={`${market.lotSize} ${market.base}`} />
        <Fact name={t.rules.least} value={`${formatAmount(trimZeros(market.minAmount))} ${market.quote}`} />
        <Fact name={t.rules.fees} value={`${formatRate(market.makerFee)} / ${formatRate(market.takerFee)}`} />
      </dl>
    </div>
  );
}

function Fact({ name, value }: { readonly name: string; readonly value: string }) {
  return (
    <div className={styles.fact}>
      <dt>{name}</dt>
      <dd>{value}</dd>
    </div>
  );
}
