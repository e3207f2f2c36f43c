import type { Market, ScaledPlaced, ScaledPreview } from '@fft/contract';
import { formatAmount, formatBalance, formatPrice } from '../../../lib/format/index.ts';
import { Callout } from '../../../ui/kit/index.ts';
import { scaledTexts } from './scaled-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import styles from './LevelsCard.module.css';

export interface LevelsCardProps {
  readonly market: Market;
  readonly preview: ScaledPreview | null;
  readonly isAsking: boolean;
  readonly error: string | undefined;
  /** The last answer, if some of its orders were refused. */
  readonly placed: ScaledPlaced | null;
}

/** The orders of a scaled order with their sums, or what became of each. */
export function LevelsCard({ market, preview, isAsking, error, placed }: LevelsCardProps) {
  const t = useTexts(scaledTexts);
  return (
    <>
      {error !== undefined && <Callout tone="warn">{error}</Callout>}
      {placed !== null && (
        <Callout tone="warn">
          <p>{t.someRefused(placed.placed, placed.refused)}</p>
          <ul>
            {placed.levels.map(
              ({ price, refused }) =>
                refused !== null && (
                  <li key={price}>
                    {formatPrice(price)}: {refused.message}
                  </li>
                ),
            )}
          </ul>
        </Callout>
      )}
      <section className={styles.card} aria-live="polite" aria-busy={isAsking} data-testid="levels">
        {preview === null ? (
          <p className={styles.none}>{isAsking ? t.asking : t.typeAll}</p>
        ) : (
          <Levels market={market} preview={preview} />
        )}
      </section>
    </>
  );
}

function Levels({ market, preview }: { readonly market: Market; readonly preview: ScaledPreview }) {
  const t = useTexts(scaledTexts);
  return (
    <table className={styles.levels}>
      <thead>
        <tr>
          <th scope="col">{t.price}</th>
          <th scope="col">{t.quantity}</th>
          <th scope="col">{t.amount}</th>
        </tr>
      </thead>
      <tbody>
        {preview.levels.map(({ price, quantity, amount }) => (
          <tr key={price}>
            <td>{formatPrice(price)}</td>
            <td>{formatAmount(quantity)}</td>
            <td>{formatBalance(amount, market.quote)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t.sum}</th>
          <td>{formatAmount(preview.quantity)}</td>
          <td>{formatBalance(preview.amount, market.quote)}</td>
        </tr>
        <tr>
          <th scope="row" colSpan={2}>
            {t.average}
          </th>
          <td>{formatPrice(preview.average)}</td>
        </tr>
      </tfoot>
    </table>
  );
}
