import { type Market, type Order, Code } from '@fft/contract';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { useBook } from '../../../../features/live/book.ts';
import { openOrders } from '../../../../features/live/order-merge.ts';
import { useOwnOrders } from '../../../../features/live/orders.ts';
import { useTicker } from '../../../../features/live/tickers.ts';
import { groupings } from '../../../../features/market-panels/book-rows.ts';
import { marketScale, readLots } from '../../../../features/orders/market-scale.ts';
import { NumberBox } from '../../../../features/orders/NumberBox.tsx';
import { newClientOrderId } from '../../../../features/orders/send-order.ts';
import { useAmendRefusal } from '../../../../features/orders/use-amend-refusal.ts';
import { formatAmount, formatPrice } from '../../../../lib/format/index.ts';
import { Button, Choice, classes, Modal, OnceOpened, toast } from '../../../../ui/kit/index.ts';
import { ladderTexts } from './ladder-texts.ts';
import { tradeTexts } from '../../../../i18n/trade.ts';
import { workspaceTexts } from '../../../../i18n/workspace.ts';
import { useTexts } from '../../../../i18n/index.ts';
import { useSendOrder } from '../../send/use-send-order.ts';
import { oneClickKey } from '../keys/one-click-key.ts';
import { PanelFrame } from '../layout/PanelFrame.tsx';
import { LadderLine, type LadderSide } from './LadderLine.tsx';
import { ladderRows, middleStep, ordersAt } from './ladder-rows.ts';
import { OneClickQuestion } from './OneClickQuestion.tsx';
import { setOneClick, setSize, sizeOf, useOneClick } from './one-click.ts';
import { useLevelCancel } from './use-level-cancel.ts';
import styles from './Ladder.module.css';
import { compare } from '../../../../lib/exact.ts';

export interface LadderPanelProps {
  readonly market: Market;
  /** Fills the order form. */
  readonly onTake: (price: string, side: LadderSide) => void;
}

/** Height of a row, CSS px. */
const rowHeight = 24;
/** Rows on each side of the middle. */
const reaches = { least: 4, most: 30 };

/** The prices around the market, one below the other: a press takes a price into the order form, or in one-click mode sends an order at once. */
export function LadderPanel({ market, onTake }: LadderPanelProps) {
  const t = useTexts(ladderTexts);
  const { panels } = useTexts(workspaceTexts);
  const steps = useMemo(() => groupings(market.tickSize, market.pricePlaces), [market]);
  const [stepText, setStepText] = useState(steps[0]?.text ?? '');
  const isOn = useOneClick();
  const [asks, setAsks] = useState(false);
  const toggle = useEffectEvent(() => (isOn ? setOneClick(false) : setAsks(true)));
  useEffect(() => oneClickKey.subscribe(() => toggle()), []);
  return (
    <PanelFrame
      name="ladder"
      title={panels.ladder}
      aside={
        <>
          <button
            type="button"
            role="switch"
            aria-checked={isOn}
            className={classes(styles.mode, isOn && styles.on)}
            onClick={() => (isOn ? setOneClick(false) : setAsks(true))}
          >
            {t.oneClick}
          </button>
          <Choice
            label={t.grouping}
            look="bare"
            options={steps.map(({ text }) => ({ value: text, label: text }))}
            value={stepText}
            onChange={setStepText}
          />
        </>
      }
      className={styles.body}
    >
      {isOn && (
        <p className={styles.warning} role="status">
          {t.isOn}
        </p>
      )}
      <Rungs
        key={stepText}
        market={market}
        step={steps.find(({ text }) => text === stepText)?.step ?? 1}
        isOn={isOn}
        onTake={onTake}
      />
      <OnceOpened open={asks}>
        <OneClickQuestion open={asks} onClose={() => setAsks(false)} />
      </OnceOpened>
    </PanelFrame>
  );
}

interface RungsProps extends LadderPanelProps {
  /** Units of the price's last place. */
  readonly step: number;
  readonly isOn: boolean;
}

interface Level {
  readonly side: LadderSide;
  readonly price: string;
}

function Rungs({ market, step, isOn, onTake }: RungsProps) {
  const t = useTexts(ladderTexts);
  const trade = useTexts(tradeTexts);
  const [size, changeSize] = useState(() => sizeOf(market.symbol));
  const [asked, setAsked] = useState<{ readonly orders: readonly Order[]; readonly price: string } | null>(null);
  const cancelling = useLevelCancel();
  const refusal = useAmendRefusal(market.symbol);
  const { phase, send, check } = useSendOrder({
    onAnswered: () => undefined,
    onRefused: ({ code, message }) => {
      // The shared rules have shown the others.
      if (code === Code.badRequest || code === Code.unavailable) toast(message);
    },
  });
  const { rows, area, own, view, hold, centre } = useLadder(market, step);

  /** One-click mode ends when nobody knows what its last order did. */
  const isUnknown = phase === 'unknown';
  useEffect(() => {
    if (isUnknown) setOneClick(false);
  }, [isUnknown]);

  function press({ side, price }: Level): void {
    if (!isOn) return onTake(price, side);
    const fault = refusal ?? (size === '' ? t.sizeFirst : sizeFault(size, market, trade.faults));
    if (fault !== undefined) return toast(fault);
    send({ clientOrderId: newClientOrderId(), symbol: market.symbol, side, type: 'limit', price, quantity: size });
  }

  function cancelAt({ side, price }: Level): void {
    const orders = ordersAt(own, side, price, view);
    if (isOn) void cancelling.cancel(orders);
    else setAsked({ orders, price });
  }

  return (
    <>
      <div className={styles.tools}>
        <NumberBox
          label={t.size(market.base)}
          value={size}
          places={market.quantityPlaces}
          onChange={(next) => {
            changeSize(next);
            setSize(market.symbol, next);
          }}
        />
        <Button size="small" variant="secondary" onClick={centre}>
          {t.centre}
        </Button>
      </div>
      {isUnknown && (
        <div className={styles.unknown}>
          <p>{t.unknown}</p>
          <Button size="small" variant="secondary" onClick={check}>
            {t.check}
          </Button>
        </div>
      )}
      <div className={styles.head} aria-hidden="true">
        <span>{t.ownBuys}</span>
        <span>{t.bids}</span>
        <span>{t.price}</span>
        <span>{t.asks}</span>
        <span>{t.ownSells}</span>
      </div>
      <div ref={area} className={styles.area}>
        {rows === null ? (
          <p className={styles.none}>{t.empty}</p>
        ) : (
          <ul className={classes(styles.rows, isOn && styles.armed)} {...hold}>
            {rows.map((row) => (
              <LadderLine key={row.price} {...row} size={isOn ? size : null} onPress={press} onCancel={cancelAt} />
            ))}
          </ul>
        )}
      </div>
      <Modal
        open={asked !== null}
        title={asked === null ? '' : t.cancelQuestion(asked.orders.length, formatPrice(asked.price))}
        confirm={{
          label: trade.cancelConfirm,
          variant: 'danger',
          busy: cancelling.busy,
          onPress: () => void cancelling.cancel(asked?.orders ?? []).then(() => setAsked(null)),
        }}
        cancel={{ label: trade.cancelKeep, onPress: () => setAsked(null) }}
      >
        {asked && (
          <p>
            {asked.orders.map(({ quantity }) => formatAmount(quantity)).join(' + ')} {market.base}
          </p>
        )}
      </Modal>
    </>
  );
}

/** The rows that fit, around a middle that stands still while the pointer is over them: no price moves away under a press. */
function useLadder(market: Market, step: number) {
  const scale = useMemo(() => marketScale(market), [market]);
  const stepTicks = Math.max(1, Math.round(step / scale.tick));
  const book = useBook(market.symbol).value;
  const last = useTicker(market.symbol)?.ticker.last ?? null;
  const orders = useOwnOrders()?.value ?? null;
  const own = useMemo(
    () =>
      orders === null
        ? []
        : openOrders(orders).filter(({ symbol, waiting }) => symbol === market.symbol && waiting !== true),
    [orders, market.symbol],
  );
  const area = useRef<HTMLDivElement>(null);
  const [reach, setReach] = useState(10);
  const [middle, setMiddle] = useState<number | null>(null);
  const [isHeld, setHeld] = useState(false);
  const view = { scale, stepTicks };
  const now = middleStep({ ...view, book, last });
  const hasLeft = now !== null && middle !== null && Math.abs(now - middle) > reach / 2;
  // The first price sets the middle; later it follows only where nothing can be pressed meanwhile.
  if (now !== null && (middle === null || (hasLeft && !isHeld))) setMiddle(now);
  useEffect(() => {
    const element = area.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => {
      const fitting = Math.floor((element.clientHeight / rowHeight - 1) / 2);
      setReach(Math.min(reaches.most, Math.max(reaches.least, fitting)));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const rows = useMemo(
    () => (middle === null ? null : ladderRows({ centre: middle, reach, stepTicks, scale, book, own, last })),
    [middle, reach, stepTicks, scale, book, own, last],
  );
  const hold = {
    onPointerEnter: () => setHeld(true),
    onPointerLeave: () => setHeld(false),
    onFocus: () => setHeld(true),
    onBlur: () => setHeld(false),
  };
  return { rows, area, own, view, hold, centre: () => setMiddle(now) };
}

/** What is wrong with the size of an order in this market, or undefined. The server has the final say. */
function sizeFault(size: string, market: Market, faults: (typeof tradeTexts)['zh']['faults']): string | undefined {
  const { lotSize, minQuantity, maxQuantity } = market;
  const lots = readLots(size, marketScale(market));
  if (lots === 'malformed') return faults.malformed;
  if (lots === 'offStep') return faults.offStep(formatAmount(lotSize));
  if (lots === 'tooLarge' || compare(size, maxQuantity) > 0) return faults.aboveMax(formatAmount(maxQuantity));
  return compare(size, minQuantity) < 0 ? faults.belowMin(formatAmount(minQuantity)) : undefined;
}
