import type { Market } from '@fft/contract';
import { formatAmount, formatPrice, formatRate } from '../../../lib/format/index.ts';
import { Icon } from '../../../ui/kit/index.ts';
import { useBook } from '../../../features/live/book.ts';
import { trimZeros } from '../../../lib/exact.ts';
import { useTexts } from '../../../i18n/index.ts';
import { orderSheetTexts } from '../order-sheets-texts.ts';
import type { Estimate } from './estimate.ts';
import { formatUnits } from '../../../features/orders/market-scale.ts';
import type { FormWorld, OrderForm } from './order-form.ts';
import { bandOf, crossingOf, stopBandOf } from './price-band.ts';
import styles from './OrderAdvice.module.css';

export interface OrderAdviceProps {
  readonly market: Market;
  readonly form: OrderForm;
  readonly world: FormWorld;
  readonly expected: Estimate;
}

/** Warns, while the form is filled in, of a price that is refused or trades far beyond the best, and of a book that is too thin. */
export function OrderAdvice(props: OrderAdviceProps) {
  const text = useAdvice(props);
  if (text === null) return null;
  return (
    <p className={styles.advice} role="status" data-testid="order-advice">
      <Icon name="warning" size={14} className={styles.icon} />
      <span>{text}</span>
    </p>
  );
}

function useAdvice({ market, form, world, expected }: OrderAdviceProps): string | null {
  const t = useTexts(orderSheetTexts);
  const book = useBook(form.type === 'limit' ? market.symbol : null).value;
  const bands = [
    [bandOf(form, world), form.price],
    [stopBandOf(form, world), form.stopLimitPrice],
  ] as const;
  for (const [band, price] of bands) {
    if (band && !band.contains(price)) return t.bandWarning(formatPrice(band.min), formatPrice(band.max));
  }
  const best = (form.side === 'buy' ? book?.asks : book?.bids)?.[0]?.[0];
  const crossing = crossingOf(form, best, world.scale);
  if (crossing !== null)
    return t.crosses(form.side, formatRate(formatUnits(Math.round(crossing / 100), 4)), formatPrice(best));
  if (expected.walk?.isPartial !== true) return null;
  return t.onlyPart(`${formatAmount(trimZeros(expected.quantity ?? '0', 2))} ${market.base}`);
}
