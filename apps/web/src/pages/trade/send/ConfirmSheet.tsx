import type { Market } from '@fft/contract';
import { useState } from 'react';
import { useIsOffline } from '../../../api/connection/index.ts';
import { formatAmount, formatPrice, formatRate, missing } from '../../../lib/format/index.ts';
import { Button, Callout, Checkbox, classes, Icon, Sheet, Tag } from '../../../ui/kit/index.ts';
import { currentBook } from '../../../features/live/book.ts';
import { useTicker } from '../../../features/live/tickers.ts';
import { CoinMark } from '../../../features/market-data/CoinMark.tsx';
import { compare, isDecimal, trimZeros } from '../../../lib/exact.ts';
import { useTexts } from '../../../i18n/index.ts';
import { legTexts } from '../form/order-legs-texts.ts';
import { orderSheetTexts } from '../order-sheets-texts.ts';
import { tradeTexts } from '../../../i18n/trade.ts';
import { estimate, estimateStop, type Estimate } from '../form/estimate.ts';
import { OrderAdvice } from '../form/OrderAdvice.tsx';
import { kindOf, type Legs, sendsAmount, type FormWorld, type OrderForm } from '../form/order-form.ts';
import { stopDirection } from './order-input.ts';
import styles from './ConfirmSheet.module.css';

export interface ConfirmSheetProps {
  readonly open: boolean;
  readonly market: Market;
  readonly form: OrderForm;
  /** Last price when the sheet opened. */
  readonly last: string | null;
  readonly world: FormWorld;
  readonly onConfirm: (options: { readonly notAgain: boolean }) => void;
  readonly onAdvanced: () => void;
  readonly onClose: () => void;
}

/** Summary of an order before it is sent. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, market, form, last, world, onConfirm, onAdvanced, onClose } = props;
  const t = useTexts(tradeTexts);
  const isOffline = useIsOffline();
  const explained = useTexts(orderSheetTexts);
  const [notAgain, setNotAgain] = useState(false);
  const spends = sendsAmount(form);
  const buys = form.side === 'buy';
  const asked = spends ? form.amount : form.quantity;
  return (
    <Sheet
      open={open}
      onClose={onClose}
      title={explained.confirmTitle}
      footer={
        <>
          <Button variant="secondary" onClick={onClose} className={styles.cancel}>
            {t.cancel}
          </Button>
          <Button
            variant={form.side}
            disabledReason={isOffline ? t.offline : undefined}
            onClick={() => onConfirm({ notAgain })}
            className={styles.confirm}
          >
            {buys ? explained.confirmBuy : explained.confirmSell}
          </Button>
        </>
      }
    >
      <div className={styles.head}>
        <CoinMark coin={market.base} size={40} />
        <div>
          <p className={styles.pair}>
            {buys ? t.buy : t.sell} {market.base}
            <span className={styles.quote}> /{market.quote}</span>
          </p>
          <p className={styles.tags}>
            <Tag>{t.kinds[kindOf(form)]}</Tag>
            {form.type === 'limit' && !form.isPair && <Tag>{termTag(form, t, explained)}</Tag>}
            {form.visibleQuantity !== null && <Tag>{t.iceberg}</Tag>}
          </p>
        </div>
        <p className={styles.asked}>
          <span className={styles.figure}>{asked === '' ? '' : formatAmount(asked)}</span>
          <span className={styles.unit}>{spends ? market.quote : market.base}</span>
        </p>
      </div>
      <Facts market={market} form={form} world={world} />
      <OrderAdvice market={market} form={form} world={world} expected={estimate(form, world)} />
      <Note market={market} form={form} last={last} />
      <div className={styles.options}>
        <Checkbox checked={notAgain} onChange={setNotAgain}>
          {explained.notAgain}
        </Checkbox>
        <Button variant="link" size="small" onClick={onAdvanced}>
          {t.advanced}
          <Icon name="chevron-right" size={14} />
        </Button>
      </div>
    </Sheet>
  );
}

function Facts({ market, form, world }: Pick<ConfirmSheetProps, 'market' | 'form' | 'world'>) {
  const t = useTexts(tradeTexts);
  const explained = useTexts(orderSheetTexts);
  const live = useTicker(market.symbol);
  const { quote } = market;
  const last = live?.ticker.last ?? null;
  const lastPrice = (
    <Fact name={t.lastPrice} move={live?.move}>
      {last === null ? missing : `${formatPrice(last)} ${quote}`}
    </Fact>
  );
  const expected = estimate(form, world);
  const stop = estimateStop(form, world);
  if (stop !== null) {
    return (
      <>
        <dl className={styles.facts}>
          {lastPrice}
          <Fact name={explained.profit}>{`${formatPrice(form.price)} ${quote}`}</Fact>
          <Result market={market} form={form} expected={expected} name={explained.receiveProfit} />
        </dl>
        <dl className={styles.facts}>
          <Fact name={t.trigger}>{`${formatPrice(form.stopPrice)} ${quote}`}</Fact>
          <Fact name={form.stopLimitPrice === '' ? explained.orderPrice : explained.stopThen}>
            {form.stopLimitPrice === '' ? t.marketPrice : `${formatPrice(form.stopLimitPrice)} ${quote}`}
          </Fact>
          <Result
            market={market}
            form={form}
            expected={stop}
            name={explained.receiveStop}
            isAbout={form.stopLimitPrice === ''}
          />
        </dl>
      </>
    );
  }
  return (
    <dl className={styles.facts}>
      {form.isStop && <Fact name={t.trigger}>{`${formatPrice(form.stopPrice)} ${quote}`}</Fact>}
      <Fact name={explained.orderPrice}>
        {form.type === 'limit' && isDecimal(form.price) ? `${formatPrice(form.price)} ${quote}` : t.marketPrice}
      </Fact>
      {lastPrice}
      {expected.walk && (
        <>
          <Fact name={t.aboutAverage}>{`≈ ${formatPrice(expected.walk.average)} ${quote}`}</Fact>
          <Fact name={t.slippage}>{`≈ ${formatRate(expected.walk.slippage)}`}</Fact>
        </>
      )}
      <Result market={market} form={form} expected={expected} name={t.receive} isAbout={form.type === 'market'} />
      {form.legs && <LegFacts legs={form.legs} quote={quote} />}
    </dl>
  );
}

/** The prices of the orders that protect this one's fills. */
function LegFacts({ legs: { takeProfit, stopLoss }, quote }: { readonly legs: Legs; readonly quote: string }) {
  const t = useTexts(legTexts);
  return (
    <>
      {takeProfit !== '' && <Fact name={t.profit}>{`${formatPrice(takeProfit)} ${quote}`}</Fact>}
      {stopLoss !== '' && <Fact name={t.loss}>{`${formatPrice(stopLoss)} ${quote}`}</Fact>}
    </>
  );
}

interface ResultProps extends Pick<ConfirmSheetProps, 'market' | 'form'> {
  readonly name: string;
  readonly expected: Estimate;
  readonly isAbout?: boolean;
}

/** Amount, fee and what arrives, of one order at its own price. */
function Result({ market, form, name, expected: { amount, fee, receive }, isAbout = false }: ResultProps) {
  const explained = useTexts(orderSheetTexts);
  const { base, quote, takerFee } = market;
  const received = form.side === 'buy' ? base : quote;
  const about = isAbout ? '≈ ' : '';
  return (
    <>
      <Fact name={explained.orderAmount}>
        {sendsAmount(form) ? `${shown(form.amount)} ${quote}` : `${about}${shown(amount)} ${quote}`}
      </Fact>
      <Fact name={explained.feeAtMost(formatRate(takerFee))}>{`${about}${shown(fee)} ${received}`}</Fact>
      <Fact name={name} isTotal>
        {`${about}${shown(receive)} ${received}`}
      </Fact>
    </>
  );
}

interface FactProps {
  readonly name: string;
  readonly children: string;
  /** Colours a price by its last move. */
  readonly move?: 'up' | 'down' | null | undefined;
  readonly isTotal?: boolean;
}

function Fact({ name, children, move, isTotal }: FactProps) {
  return (
    <div className={classes(styles.fact, isTotal && styles.total)}>
      <dt>{name}</dt>
      <dd className={classes(move && styles[move])}>{children}</dd>
    </div>
  );
}

const shown = (amount: string | null): string =>
  amount === null || amount === '' ? missing : formatAmount(trimZeros(amount, 2));

/** Explains if the order will rest or trade immediately, and the fee. */
function Note({ market, form, last }: Pick<ConfirmSheetProps, 'market' | 'form' | 'last'>) {
  return (
    <Callout tone="info">
      {noteText(market, form, { t: useTexts(tradeTexts), explained: useTexts(orderSheetTexts), last })}
    </Callout>
  );
}

type Texts = (typeof tradeTexts)['zh'];

type SheetTexts = (typeof orderSheetTexts)['zh'];

/** The order's validity in a word. */
function termTag({ postOnly, days, timeInForce }: OrderForm, t: Texts, explained: SheetTexts): string {
  if (days !== null) return explained.days(days);
  return postOnly ? t.postOnly : timeInForce;
}

interface NoteContext {
  readonly t: Texts;
  readonly explained: SheetTexts;
  readonly last: string | null;
}

function noteText(market: Market, form: OrderForm, { t, explained, last }: NoteContext): string {
  if (form.isPair) return explained.willPair;
  if (form.isStop) return explained.willWait(t[stopDirection(form.stopPrice, last)](formatPrice(form.stopPrice)));
  const [maker, taker] = [formatRate(market.makerFee), formatRate(market.takerFee)];
  if (form.type === 'market') return explained.willTakeMarket(taker);
  const book = currentBook(market.symbol);
  const best = (form.side === 'buy' ? book?.asks : book?.bids)?.[0]?.[0];
  if (best === undefined || !isDecimal(form.price)) return explained.emptyBook;
  const reaches = form.side === 'buy' ? compare(form.price, best) >= 0 : compare(form.price, best) <= 0;
  return reaches
    ? explained.willTake(form.side, formatPrice(best), taker)
    : explained.willRest(form.side, formatPrice(best), maker, taker);
}
