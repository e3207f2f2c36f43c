import { memo, useMemo } from 'react';
import { formatAmount, formatPrice } from '../../../lib/format/index.ts';
import { classes } from '../../../ui/kit/index.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { fitted } from './fitted.ts';
import styles from './BookLine.module.css';

export interface BookLineProps {
  readonly side: 'bid' | 'ask';
  readonly price: string;
  readonly quantity: string;
  /** Decimals of all quantities of the book. */
  readonly places: number;
  readonly own: boolean;
  readonly onTake: (price: string) => void;
}

/** One price level of the book. A tap copies the price into the form. */
export const BookLine = memo(function BookLine({ side, price, quantity, places, own, onTake }: BookLineProps) {
  const t = useTexts(tradeTexts);
  const words = useMemo(
    () => `${t.takePrice(formatPrice(price))}, ${t.bookQuantity} ${formatAmount(quantity)}`,
    [t, price, quantity],
  );
  return (
    <li>
      {/* Fourteen levels beside the form: lower than a finger, but as wide as the book. A slip is visible in the form and sends nothing. */}
      <button
        type="button"
        className={classes(styles.line, styles[side])}
        data-testid={`book-${side}-row`}
        data-dense
        data-price={price}
        data-quantity={quantity}
        aria-label={own ? `${words}, ${t.own}` : words}
        onClick={() => onTake(price)}
      >
        {own && <span className={styles.own} />}
        <span className={styles.price}>{formatPrice(price)}</span>
        <span className={styles.quantity}>{fitted(quantity, places)}</span>
      </button>
    </li>
  );
});

/** A row without a price level; it keeps its height. */
export function EmptyLine() {
  return <li className={styles.empty} aria-hidden="true" />;
}
