import type { RefusedError } from '@fft/client';
import type { Market } from '@fft/contract';
import { useState, type Ref, useImperativeHandle } from 'react';
import { useConnection } from '../../../api/connection/index.ts';
import { Checkbox, Choice, IconButton, OnceOpened, toast } from '../../../ui/kit/index.ts';
import { lastPrice } from '../../../features/live/tickers.ts';
import { useTexts } from '../../../i18n/index.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { newClientOrderId } from '../../../features/orders/send-order.ts';
import { useSendOrder } from '../send/use-send-order.ts';
import { AdvancedSheet, ConfirmSheet, LegBoxes, loadSheets, OrderAdvice } from '../lazy-sheets.ts';
import { estimate, estimateStop } from './estimate.ts';
import { FormFacts } from './FormFacts.tsx';
import { OrderBoxes } from './OrderBoxes.tsx';
import {
  atPrice,
  blankLegs,
  kindOf,
  type OrderForm,
  settled,
  withoutQuantity,
  withKind,
  withLegs,
  withPostOnly,
  withSide,
  withTimeInForce,
} from './order-form.ts';
import { SendButton } from './SendButton.tsx';
import { SideSwitch } from './SideSwitch.tsx';
import { type OrderFormState, useOrderForm } from './use-order-form.ts';
import styles from './OrderPanel.module.css';

const storageKey = 'order-confirmation-off-until';
const pauseMs = 86_400_000;

/** Turns the confirmation of orders off for 24 hours. */
const confirmPause = {
  isOn: (now = Date.now()): boolean => Number(localStorage.getItem(storageKey) ?? 0) > now,
  begin(now = Date.now()): void {
    localStorage.setItem(storageKey, String(now + pauseMs));
  },
};

/** Lets the book set the form's price. */
export interface OrderPanelHandle {
  readonly takePrice: (price: string, side?: 'buy' | 'sell') => void;
}

export interface OrderPanelProps {
  readonly market: Market;
  /** The side that the form starts with. */
  readonly side: 'buy' | 'sell';
  readonly ref: Ref<OrderPanelHandle>;
}

const kinds = ['limit', 'market', 'stopLimit', 'stopMarket', 'pair'] as const;

type Sheets = 'confirm' | 'advanced' | null;

/** An order as it was when the button was pressed. */
interface Asked {
  readonly form: OrderForm;
  /** Last price at that time: it decides whether a stop waits for a rise or a fall. */
  readonly last: string | null;
}

/** The order form, from the choice of side to the send button. */
export function OrderPanel({ market, side, ref }: OrderPanelProps) {
  const t = useTexts(tradeTexts);
  const state = useOrderForm(market, side);
  const { form, world, change, setProblem } = state;
  const [sheet, setSheet] = useState<Sheets>(null);
  const [asked, setAsked] = useState<Asked | null>(null);
  const sending = useSendOrder({
    onAnswered: () => change(withoutQuantity),
    onRefused: (error) => void showRefusal(error),
  });
  const expected = estimate(form, world);
  const { clockOffsetMs } = useConnection();

  useImperativeHandle(ref, () => ({
    takePrice: (price, of) => change((now, here) => atPrice(now, price, of, here)),
  }));

  async function showRefusal(error: RefusedError): Promise<void> {
    const { refusedField } = await loadSheets();
    setProblem(refusedField(error, form));
  }

  async function ask(): Promise<void> {
    state.settle();
    const final = settled(form, world);
    const last = lastPrice(market.symbol);
    const check = await loadSheets().catch(() => null);
    if (check === null) {
      toast(t.offline);
      return;
    }
    const problem = check.checkOrder(final, market, world);
    setProblem(problem && { field: problem.field, text: check.faultText(problem, t.faults) });
    if (problem?.field === 'visibleQuantity') setSheet('advanced');
    if (problem !== null) return;
    const order = { form: final, last };
    setAsked(order);
    if (confirmPause.isOn()) void send(order);
    else setSheet('confirm');
  }

  /** Sends exactly what was shown, even if the book, the balance or the last price has changed since. */
  async function send(order: Asked): Promise<void> {
    setSheet(null);
    const { orderInput } = await loadSheets();
    const now = Math.round(Date.now() + (clockOffsetMs ?? 0));
    const { symbol } = market;
    sending.send(orderInput(order.form, { symbol, clientOrderId: newClientOrderId(), last: order.last, now }));
  }

  const shown = asked ?? { form, last: null };

  return (
    <section className={styles.panel} aria-label={t.title}>
      <SideSwitch side={form.side} onChange={(side) => change((now) => withSide(now, side))} />
      <div className={styles.kind}>
        <Choice
          label={t.type}
          className={styles.type}
          options={kinds.map((value) => ({ value, label: t.kinds[value] }))}
          value={kindOf(form)}
          onChange={(kind) => change((now) => withKind(now, kind))}
        />
        <IconButton
          icon="sliders"
          label={t.advanced}
          size={18}
          className={styles.advanced}
          aria-haspopup="dialog"
          onClick={() => setSheet('advanced')}
        />
      </div>
      <OrderBoxes market={market} state={state} expected={expected} />
      <Rules form={form} change={change} />
      {form.legs && <LegBoxes market={market} state={state} expected={expected} />}
      <OrderAdvice market={market} form={form} world={world} expected={expected} />
      <FormFacts market={market} form={form} expected={expected} stop={estimateStop(form, world)} />
      <SendButton
        market={market}
        form={form}
        phase={sending.phase}
        onPress={sending.phase === 'unknown' ? sending.check : () => void ask()}
      />
      <OnceOpened open={sheet === 'confirm'}>
        <ConfirmSheet
          open={sheet === 'confirm'}
          market={market}
          form={shown.form}
          last={shown.last}
          world={world}
          onConfirm={({ notAgain }) => {
            if (notAgain) confirmPause.begin();
            void send(shown);
          }}
          onAdvanced={() => setSheet('advanced')}
          onClose={() => setSheet(null)}
        />
      </OnceOpened>
      <OnceOpened open={sheet === 'advanced'}>
        <AdvancedSheet
          open={sheet === 'advanced'}
          form={form}
          market={market}
          world={world}
          problem={state.problem}
          onProblem={setProblem}
          onChange={change}
          onClose={() => setSheet(null)}
        />
      </OnceOpened>
    </section>
  );
}

/** Post-only, time in force, and the legs of a bracket. */
function Rules({ form, change }: Pick<OrderFormState, 'form' | 'change'>) {
  const t = useTexts(tradeTexts);
  return (
    <div className={styles.rules}>
      {kindOf(form) === 'limit' && form.days === null && (
        <>
          <Checkbox checked={form.postOnly} onChange={(on) => change((now) => withPostOnly(now, on))}>
            {t.postOnly}
          </Checkbox>
          <Choice
            label={t.timeInForce}
            look="bare"
            options={[
              { value: 'GTC', label: 'GTC' },
              { value: 'IOC', label: 'IOC' },
              { value: 'FOK', label: 'FOK' },
            ]}
            value={form.timeInForce}
            onChange={(value) => change((now) => withTimeInForce(now, value))}
          />
        </>
      )}
      {!form.isStop && !form.isPair && (
        <Checkbox checked={form.legs !== null} onChange={(on) => change((now) => withLegs(now, on ? blankLegs : null))}>
          {t.legs}
        </Checkbox>
      )}
    </div>
  );
}
