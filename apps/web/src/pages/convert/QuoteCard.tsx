import { exactAmount } from '../../features/conversion/index.ts';
import type { ConversionQuote } from '@fft/contract';
import { signOf, subtract } from '../../lib/exact.ts';
import { formatPrice, formatRate } from '../../lib/format/index.ts';
import { Callout } from '../../ui/kit/index.ts';
import { convertTexts } from '../../features/conversion/convert-texts.ts';
import { useTexts } from '../../i18n/index.ts';
import styles from './QuoteCard.module.css';
import type { Quoted } from './use-quote.ts';

export interface QuoteCardProps {
  /** As typed, in the coin given. */
  readonly amount: string;
  readonly quoted: Quoted;
  readonly isBlank: boolean;
  /** Why the last try converted nothing. */
  readonly error: string | undefined;
}

/** What an amount buys now, and what it buys at least. */
export function QuoteCard({ amount, quoted: { quote, isAsking }, isBlank, error }: QuoteCardProps) {
  const t = useTexts(convertTexts);
  return (
    <>
      {error !== undefined && <Callout tone="warn">{error}</Callout>}
      <section className={styles.card} aria-live="polite" aria-busy={isAsking} data-testid="quote">
        {quote === null ? (
          <p className={styles.none}>{isBlank || !isAsking ? t.typeAmount : t.asking}</p>
        ) : (
          <Figures amount={amount} quote={quote} />
        )}
      </section>
    </>
  );
}

interface FiguresProps {
  readonly amount: string;
  readonly quote: ConversionQuote;
}

function Figures({ amount, quote }: FiguresProps) {
  const t = useTexts(convertTexts);
  const { from, to, legs, pay } = quote;
  const [first, second] = legs;
  const left = [{ coin: from, amount: subtract(amount, pay) }];
  if (first !== undefined && second !== undefined) {
    left.push({ coin: first.feeCoin, amount: subtract(first.receive, second.pay) });
  }
  const kept = left.filter((one) => signOf(one.amount) > 0).map((one) => exactAmount(one.amount, one.coin));
  const fees = legs.filter(({ fee }) => signOf(fee) > 0).map(({ fee, feeCoin }) => exactAmount(fee, feeCoin));
  const rows = [
    ...legs.map((leg) => [t.rate, rateOf(leg)] as const),
    [t.receiveMin, exactAmount(quote.receiveMin, to)] as const,
    [t.pay, exactAmount(pay, from)] as const,
    ...(kept.length === 0 ? [] : [[t.stays, kept.join(' + ')] as const]),
    ...(fees.length === 0 ? [] : [[t.fee, fees.join(' + ')] as const]),
  ];
  return (
    <>
      <p className={styles.receive}>
        <span>{t.receive}</span>
        <strong>{exactAmount(quote.receive, to)}</strong>
      </p>
      <dl className={styles.rows}>
        {rows.map(([name, figure]) => (
          <div key={figure}>
            <dt title={name === t.stays ? t.staysText : undefined}>{name}</dt>
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

/** The average price in one market, as that market counts. */
function rateOf({ symbol, rate }: ConversionQuote['legs'][number]): string {
  const [base = '', quote = ''] = symbol.split('/');
  return `1 ${base} ≈ ${formatPrice(rate)} ${quote}`;
}
