import { calls, type CallInput, type Market, maxTwapOrders } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../../api/index.ts';
import { FormBody } from '../../../features/forms/index.ts';
import { AmountField } from '../../../features/money/index.ts';
import { formatAmount, formatBalance } from '../../../lib/format/index.ts';
import { isDecimal, signOf } from '../../../lib/exact.ts';
import { Button, Callout, Field, Modal, Segmented } from '../../../ui/kit/index.ts';
import { twapTexts } from './twap-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import styles from './TwapForm.module.css';
import { useStarting } from './use-starting.ts';

export interface TwapFormProps {
  readonly market: Market;
  readonly startSide: 'buy' | 'sell';
}

const blank = { quantity: '', minutes: '30', orders: '30', worstPrice: '' };
const minuteMs = 60_000;

/** The terms of a TWAP order. */
export function TwapForm({ market, startSide }: TwapFormProps) {
  const t = useTexts(twapTexts);
  const [side, setSide] = useState(startSide);
  const [style, setStyle] = useState<'market' | 'limit'>('market');
  const [fields, setFields] = useState(blank);
  const [asks, setAsks] = useState(false);
  const starting = useStarting(() => setFields((now) => ({ ...now, quantity: '' })));
  const balances = useCall(calls.transfer.balances, {}, { quiet: true });
  const payCoin = side === 'buy' ? market.quote : market.base;
  const usable = balances.data?.coins.find(({ coin }) => coin === payCoin)?.coinAccount;
  const { quantity, minutes, orders, worstPrice } = fields;
  const isBounded = worstPrice === '' || isDecimal(worstPrice);
  const isWhole = isBounded && quantity !== '' && signOf(quantity) > 0 && Number(minutes) > 0 && Number(orders) >= 2;
  const each = isWhole ? (Number(quantity) / Number(orders)).toFixed(market.quantityPlaces) : null;
  const pause = isWhole ? String(Math.round((Number(minutes) * 60) / Number(orders))) : '';

  /** Changed terms are another order. */
  function change(part: Partial<typeof blank>): void {
    starting.forget();
    setFields((now) => ({ ...now, ...part }));
  }

  const terms: Omit<CallInput<typeof calls.twap.create>, 'clientId'> = {
    symbol: market.symbol,
    side,
    style,
    quantity,
    orders,
    durationMs: Number(minutes) * minuteMs,
    ...(worstPrice !== '' && { worstPrice }),
  };

  return (
    <div className={styles.content}>
      <p className={styles.lead}>{t.lead}</p>
      <p className={styles.market}>{market.symbol}</p>
      <FormBody
        onSubmit={(event) => {
          event.preventDefault();
          if (isWhole) setAsks(true);
        }}
      >
        <Segmented
          label={t.side}
          options={(['buy', 'sell'] as const).map((value) => ({ value, label: t[value] }))}
          value={side}
          onChange={(chosen) => {
            starting.forget();
            setSide(chosen);
          }}
        />
        <AmountField
          label={t.total}
          coin={market.base}
          places={market.quantityPlaces}
          value={quantity}
          hint={usable === undefined ? undefined : t.usable(`${formatBalance(usable, payCoin)} ${payCoin}`)}
          onChange={(value) => change({ quantity: value })}
        />
        <div className={styles.pair}>
          <CountField label={t.minutes} value={minutes} onChange={(value) => change({ minutes: value })} />
          <CountField
            label={t.orders}
            hint={t.ordersHint(maxTwapOrders)}
            value={orders}
            onChange={(value) => change({ orders: value })}
          />
        </div>
        <Segmented
          label={t.style}
          options={(['market', 'limit'] as const).map((value) => ({ value, label: t.styles[value] }))}
          value={style}
          onChange={(chosen) => {
            starting.forget();
            setStyle(chosen);
          }}
        />
        <p className={styles.hint}>{t.styleTexts[style]}</p>
        <AmountField
          label={t.worst}
          coin={market.quote}
          places={market.pricePlaces}
          value={worstPrice}
          hint={t.worstText[side]}
          isOptional
          onChange={(value) => change({ worstPrice: value })}
        />
        {each !== null && <p className={styles.hint}>{t.plan(`${formatAmount(each)} ${market.base}`, pause)}</p>}
        {starting.error !== undefined && <Callout tone="warn">{starting.error}</Callout>}
        <Button type="submit" wide variant={side} busy={starting.busy} disabled={!isWhole}>
          {t.start}
        </Button>
      </FormBody>
      <Modal
        open={asks}
        title={t.confirm(t[side], `${quantity} ${market.base}`)}
        message={t.confirmText(Number(orders), minutes)}
        confirm={{
          label: t.start,
          onPress: () => {
            setAsks(false);
            starting.start(terms);
          },
        }}
        cancel={{ label: t.back, onPress: () => setAsks(false) }}
      />
    </div>
  );
}

interface CountFieldProps {
  readonly label: string;
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (digits: string) => void;
}

function CountField({ label, hint, value, onChange }: CountFieldProps) {
  return (
    <Field
      label={label}
      hint={hint}
      inputMode="numeric"
      autoComplete="off"
      maxLength={4}
      value={value}
      onChange={({ target }) => onChange(target.value.replace(/\D/g, ''))}
    />
  );
}
