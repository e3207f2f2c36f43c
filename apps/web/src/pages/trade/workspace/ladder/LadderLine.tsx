import { memo } from 'react';
import { formatAmount, formatPrice } from '../../../../lib/format/index.ts';
import { classes } from '../../../../ui/kit/index.ts';
import { ladderTexts } from './ladder-texts.ts';
import { tradeTexts } from '../../../../i18n/trade.ts';
import { useTexts } from '../../../../i18n/index.ts';
import type { LadderRow } from './ladder-rows.ts';
import styles from './Ladder.module.css';

export type LadderSide = 'buy' | 'sell';

export interface LadderLineProps extends LadderRow {
  /** The size that a press sends; null where it fills the order form. */
  readonly size: string | null;
  readonly onPress: (level: { readonly side: LadderSide; readonly price: string }) => void;
  readonly onCancel: (level: { readonly side: LadderSide; readonly price: string }) => void;
}

/** A price of the ladder: what rests there, and the customer's own quantity, which a press cancels. */
export const LadderLine = memo(function LadderLine(props: LadderLineProps) {
  const { price, bid, ask, ownBuy, ownSell, isLast } = props;
  const t = useTexts(ladderTexts);
  return (
    <li className={classes(styles.row, isLast && styles.last)} data-testid="ladder-row" data-price={price}>
      <Own {...props} side="buy" quantity={ownBuy} />
      <Cell {...props} side="buy" quantity={bid} />
      <span className={styles.price} title={isLast ? t.last : undefined}>
        {formatPrice(price)}
      </span>
      <Cell {...props} side="sell" quantity={ask} />
      <Own {...props} side="sell" quantity={ownSell} />
    </li>
  );
});

interface CellProps extends LadderLineProps {
  readonly side: LadderSide;
  readonly quantity: string;
}

function Cell({ side, price, quantity, size, onPress }: CellProps) {
  const t = useTexts(ladderTexts);
  const trade = useTexts(tradeTexts);
  const name =
    size === null
      ? t.take(trade[side], formatPrice(price))
      : t.send(trade[side], formatAmount(size === '' ? null : size), formatPrice(price));
  return (
    <button
      type="button"
      className={classes(styles.cell, styles[side])}
      data-testid={`ladder-${side}`}
      aria-label={quantity === '' ? name : `${name}, ${formatAmount(quantity)}`}
      onClick={() => onPress({ side, price })}
    >
      {quantity === '' ? '' : formatAmount(quantity)}
    </button>
  );
}

function Own({ side, price, quantity, onCancel }: CellProps) {
  const t = useTexts(ladderTexts);
  const trade = useTexts(tradeTexts);
  if (quantity === '') return <span />;
  const name = t.cancelAt(trade[side], formatAmount(quantity), formatPrice(price));
  return (
    <button
      type="button"
      className={classes(styles.own, styles[side])}
      data-testid={`ladder-own-${side}`}
      aria-label={name}
      title={name}
      onClick={() => onCancel({ side, price })}
    >
      {formatAmount(quantity)} <span aria-hidden="true">✕</span>
    </button>
  );
}
