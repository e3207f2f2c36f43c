import type { Market } from '@fft/contract';
import { NumberBox } from '../../../features/orders/NumberBox.tsx';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import type { OrderField } from './check-order.ts';
import { stepped, withStopLimitPrice, withStopPrice } from './order-form.ts';
import type { OrderFormState } from './use-order-form.ts';

export interface TriggerBoxesProps {
  readonly market: Market;
  readonly state: OrderFormState;
}

/** The trigger price of a stop; of a pair also the price of the order that its stop then sends. */
export function TriggerBoxes({ market, state }: TriggerBoxesProps) {
  const t = useTexts(tradeTexts);
  const { form, world, problem, change, settle } = state;
  const errorOf = (field: OrderField) => (problem?.field === field ? problem.text : undefined);
  return (
    <>
      <NumberBox
        label={t.stopPrice(market.quote)}
        word={t.stopWord}
        value={form.stopPrice}
        places={market.pricePlaces}
        unit={market.quote}
        onChange={(price) => change((now) => withStopPrice(now, price))}
        onStep={(direction) =>
          change((now) => withStopPrice(now, stepped(now.stopPrice, direction, world.scale.tick, market.pricePlaces)))
        }
        onLeave={settle}
        error={errorOf('stopPrice')}
      />
      {form.isPair && (
        <NumberBox
          label={form.side === 'sell' ? t.stopLimitOrMarket : t.stopLimitPrice(market.quote)}
          value={form.stopLimitPrice}
          places={market.pricePlaces}
          unit={market.quote}
          onChange={(price) => change((now) => withStopLimitPrice(now, price, world))}
          onLeave={settle}
          error={errorOf('stopLimitPrice')}
        />
      )}
    </>
  );
}
