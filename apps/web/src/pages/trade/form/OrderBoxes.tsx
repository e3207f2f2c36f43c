import type { Market } from '@fft/contract';
import { formatAmount, missing } from '../../../lib/format/index.ts';
import { Chip, Choice } from '../../../ui/kit/index.ts';
import { currentBook } from '../../../features/live/book.ts';
import { useTicker } from '../../../features/live/tickers.ts';
import { priceWorth } from '../../../features/market-data/price-worth.ts';
import { useLocalValue } from '../../../features/market-data/use-local-value.ts';
import { isDecimal, trimZeros } from '../../../lib/exact.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import type { OrderField } from './check-order.ts';
import type { Estimate } from './estimate.ts';
import { NumberBox } from '../../../features/orders/NumberBox.tsx';
import { TriggerBoxes } from '../lazy-sheets.ts';
import {
  sendsAmount,
  stepped,
  withAmount,
  withMarketBuyBy,
  withPercent,
  withPrice,
  withQuantity,
} from './order-form.ts';
import type { OrderFormState } from './use-order-form.ts';
import styles from './OrderBoxes.module.css';

const percents = [25, 50, 75, 100];

export interface OrderBoxesProps {
  readonly market: Market;
  readonly state: OrderFormState;
  readonly expected: Estimate;
}

/** Price, quantity and amount, kept consistent with each other. */
export function OrderBoxes({ market, state, expected }: OrderBoxesProps) {
  const t = useTexts(tradeTexts);
  const { form, world, problem, change, settle } = state;
  const isLimit = form.type === 'limit';
  const spends = sendsAmount(form);
  const errorOf = (field: OrderField) => (problem?.field === field ? problem.text : undefined);

  const quantityBox = (
    <NumberBox
      label={t.quantity(market.base)}
      word={t.quantityWord}
      value={form.quantity}
      places={market.quantityPlaces}
      unit={market.base}
      onChange={(quantity) => change((now) => withQuantity(now, quantity, world))}
      onStep={(direction) =>
        change((now) =>
          withQuantity(now, stepped(now.quantity, direction, world.scale.lot, market.quantityPlaces), world),
        )
      }
      onLeave={settle}
      error={errorOf('quantity')}
    />
  );
  const amountBox = (
    <NumberBox
      label={t.amount(market.quote)}
      value={form.amount}
      places={market.quoteDecimals}
      unit={market.quote}
      onChange={(amount) => change((now) => withAmount(now, amount, world))}
      onLeave={settle}
      error={errorOf('amount')}
    />
  );
  const chosen = form.lead.by === 'percent' ? form.lead.percent : null;

  return (
    <>
      {form.isStop && <TriggerBoxes market={market} state={state} />}
      {isLimit ? (
        <PriceBox market={market} state={state} error={errorOf('price')} />
      ) : (
        <MarketPrice market={market} state={state} />
      )}
      {form.isPair && <TriggerBoxes market={market} state={state} />}
      {spends ? amountBox : quantityBox}
      <div className={styles.percents}>
        {percents.map((percent) => (
          <Chip
            key={percent}
            chosen={chosen === percent}
            aria-label={t.percentOf(percent)}
            onClick={() => change((now) => withPercent(now, percent, world))}
          >
            {percent}%
          </Chip>
        ))}
      </div>
      {isLimit ? (
        amountBox
      ) : spends ? (
        <NumberBox
          label={t.aboutQuantity(market.base)}
          value={expected.quantity ?? ''}
          places={market.baseDecimals}
          fixed={shownEstimate(expected.quantity)}
        />
      ) : (
        <NumberBox
          label={t.aboutAmount(market.quote)}
          value={expected.amount ?? ''}
          places={market.quoteDecimals}
          fixed={shownEstimate(expected.amount)}
        />
      )}
    </>
  );
}

const shownEstimate = (value: string | null): string => (value === null ? missing : formatAmount(trimZeros(value, 2)));

function PriceBox({
  market,
  state,
  error,
}: {
  readonly market: Market;
  readonly state: OrderFormState;
  readonly error: string | undefined;
}) {
  const t = useTexts(tradeTexts);
  const inLocal = useLocalValue();
  const { form, world, change, settle } = state;
  const ticker = useTicker(market.symbol)?.ticker ?? null;
  const worth = isDecimal(form.price) ? priceWorth(form.price, ticker) : null;

  function takeBest(): void {
    const book = currentBook(market.symbol);
    const best = form.side === 'buy' ? book?.asks[0] : book?.bids[0];
    if (best) change((now) => withPrice(now, best[0], world));
  }

  return (
    <>
      <NumberBox
        label={form.isPair ? t.profitPrice(market.quote) : t.price(market.quote)}
        word={t.priceWord}
        value={form.price}
        places={market.pricePlaces}
        unit={market.quote}
        onChange={(price) => change((now) => withPrice(now, price, world))}
        onStep={(direction) =>
          change((now) => withPrice(now, stepped(now.price, direction, world.scale.tick, market.pricePlaces), world))
        }
        onLeave={settle}
        error={error}
      />
      <div className={styles.under}>
        <span className={styles.worth}>{worth !== null && `≈ ${inLocal(worth)}`}</span>
        {!form.isPair && (
          // The link fills the line between the two boxes; a higher line would make the form taller than the book.
          <button type="button" className={styles.best} data-dense onClick={takeBest}>
            {t.best}
          </button>
        )}
      </div>
    </>
  );
}

/** A market order has no price: its box shows a word, and for a buy the choice between amount and quantity. */
function MarketPrice({ market, state }: { readonly market: Market; readonly state: OrderFormState }) {
  const t = useTexts(tradeTexts);
  const { form, change } = state;
  return (
    <>
      <NumberBox label={t.price(market.quote)} value="" places={0} fixed={t.marketPrice} />
      <div className={styles.under}>
        {form.side === 'buy' && !form.isStop && (
          <Choice
            label={t.measure}
            look="bare"
            className={styles.measure}
            options={[
              { value: 'amount', label: t.byAmount },
              { value: 'quantity', label: t.byQuantity },
            ]}
            value={form.marketBuyBy}
            onChange={(by) => change((now) => withMarketBuyBy(now, by))}
          />
        )}
      </div>
    </>
  );
}
