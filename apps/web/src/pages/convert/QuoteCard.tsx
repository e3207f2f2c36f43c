import { exactAmount } from '../../features/conversion/index.ts';
import type { ConversionQuote } from '@fft/contract';
import { formatPrice, formatRate } from '../../lib/format/index.ts';
import { Callout } from '../../ui/kit/index.ts';
import { convertTexts } from '../../features/conversion/convert-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import type { Direction } from '../../features/conversion/index.ts';
import styles from './QuoteCard.module.css';
import type { Quoted } from './use-quote.ts';

export interface QuoteCardProps {
  readonly pair: Direction;
  readonly quoted: Quoted;
  readonly isBlank: boolean;
  /** Why the last try converted nothing. */
  readonly error: string | undefined;
}

/** What an amount buys now, and what it buys at least. */
export function QuoteCard({ pair, quoted: { quote, isAsking }, isBlank, error }: QuoteCardProps) {
  const t = useTexts(convertTexts);
  return (
    <>
      {error !== undefined && <Callout tone="warn">{error}</Callout>}
      <section className={styles.card} aria-live="polite" aria-busy={isAsking} data-testid="quote">
        {quote === null ? (
          <p className={styles.none}>{isBlank || !isAsking ? t.typeAmount : t.asking}</p>
        ) : (
          <Figures pair={pair} quote={quote} />
        )}
      </section>
    </>
  );
}

function Figures({ pair, quote }: { readonly pair: Direction; readonly quote: ConversionQuote }) {
  const t = useTexts(convertTexts);
  const [base = '', coin = ''] = quote.symbol.split('/');
  const isBuy = quote.side === 'buy';
  const least = [t.receiveMin, exactAmount(quote.receiveMin, pair.to)];
  const pay = [isBuy ? t.pay : t.amount, exactAmount(quote.pay, pair.from)];
  const rows = [
    [t.rate, `1 ${base} ≈ ${formatPrice(quote.rate)} ${coin}`],
    // Each fill's fee is rounded, so that a buy too may bring a little less.
    ...(quote.receiveMin === quote.receive ? [] : [least]),
    pay,
    ...(isBuy ? [[t.payMax, exactAmount(quote.payMax, pair.from)]] : []),
    [t.fee, exactAmount(quote.fee, pair.to)],
  ] as const;
  return (
    <>
      <p className={styles.receive}>
        <span>{t.receive}</span>
        <strong>{exactAmount(quote.receive, pair.to)}</strong>
      </p>
      <dl className={styles.rows}>
        {rows.map(([name, figure]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.margin}>
        <b>{t.margin(formatRate(quote.margin))}</b> {t.marginText}
      </p>
      <span key={quote.time} className={styles.left} title={t.validFor} aria-hidden="true" />
    </>
  );
}
