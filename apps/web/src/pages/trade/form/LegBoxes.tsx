import type { Market } from '@fft/contract';
import { formatAmount } from '../../../lib/format/index.ts';
import { NumberBox } from '../../../features/orders/NumberBox.tsx';
import { priceText } from '../../../features/orders/market-scale.ts';
import { cut, signOf } from '../../../lib/exact.ts';
import { useTexts } from '../../../i18n/index.ts';
import { legTexts } from './order-legs-texts.ts';
import { distanceOf, priceOf, resultAt, wrongLeg } from '../bracket/bracket-input.ts';
import { asksStopLossLimit, type OrderField } from './check-order.ts';
import type { Estimate } from './estimate.ts';
import { blankLegs, type Legs, withLegs } from './order-form.ts';
import type { OrderFormState } from './use-order-form.ts';
import styles from './LegBoxes.module.css';

export interface LegBoxesProps {
  readonly market: Market;
  readonly state: OrderFormState;
  readonly expected: Estimate;
}

/** Take-profit and stop-loss of a bracket: each with its distance from the order's price, and what both orders then bring together. */
export function LegBoxes({ market, state, expected }: LegBoxesProps) {
  const t = useTexts(legTexts);
  const { form, world, problem, change } = state;
  const legs = form.legs ?? blankLegs;
  const last = world.lastTicks === 0 ? null : priceText(world.lastTicks, world.scale);
  const fields = { ...form, ...legs };
  // A market order's price is what it would pay in the book now.
  const price = form.type === 'market' ? (expected.walk?.average ?? last) : priceOf(fields, last);
  const position = { side: form.side, price, quantity: expected.quantity, fee: market.takerFee };
  const wrong = wrongLeg(fields, last);
  const isBuy = form.side === 'buy';
  const box = (leg: keyof Legs, field: OrderField, live?: string | false) => ({
    label: t[leg](market.quote),
    value: legs[leg],
    places: market.pricePlaces,
    unit: market.quote,
    onChange: (value: string) => change((now) => withLegs(now, { ...(now.legs ?? blankLegs), [leg]: value })),
    error: (problem?.field === field ? problem.text : undefined) ?? (live === false ? undefined : live),
  });
  const result = (leg: string): string | null => {
    const away = distanceOf(leg, price);
    if (away === null) return null;
    const brings = resultAt(leg, position);
    if (brings === null) return away;
    return `${away} · ≈ ${signOf(brings) > 0 ? '+' : ''}${formatAmount(cut(brings, 2))} ${market.quote}`;
  };
  const { faults } = t;
  return (
    <div className={styles.legs} role="group" aria-label={t.title}>
      <NumberBox
        {...box(
          'takeProfit',
          'takeProfitPrice',
          wrong === 'takeProfit' && (isBuy ? faults.profitAbove : faults.profitBelow),
        )}
      />
      <Result>{wrong === 'takeProfit' ? null : result(legs.takeProfit)}</Result>
      <NumberBox
        {...box('stopLoss', 'stopLossPrice', wrong === 'stopLoss' && (isBuy ? faults.lossBelow : faults.lossAbove))}
      />
      <Result>{wrong === 'stopLoss' ? null : result(legs.stopLoss)}</Result>
      {asksStopLossLimit(form) && <NumberBox {...box('stopLossLimit', 'stopLossLimitPrice')} />}
    </div>
  );
}

function Result({ children }: { readonly children: string | null }) {
  return (
    children !== null && (
      <p className={styles.result} data-testid="leg-result">
        {children}
      </p>
    )
  );
}
