import { calls, type Market } from '@fft/contract';
import { useState } from 'react';
import { callApi, useCall } from '../../../api/index.ts';
import { FormBody } from '../../../features/forms/index.ts';
import { NumberBox } from '../../../features/orders/NumberBox.tsx';
import { formatAmount, formatBalance, formatPrice } from '../../../lib/format/index.ts';
import { Button, Modal, Segmented } from '../../../ui/kit/index.ts';
import { trailingTexts } from './trailing-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { startTrigger, type TrailingInput, trailingInput, type TrailingFields } from './trailing-input.ts';
import { usePlacing } from '../market-form/use-placing.ts';
import styles from '../market-form/PriceForm.module.css';

export interface TrailingFormProps {
  readonly market: Market;
  readonly startSide: 'buy' | 'sell';
}

/** Interval of looks at the last price, by which the form shows where the trigger begins. */
const priceEveryMs = 2_000;
const blank = { percent: '', distance: '', size: '', activation: '' };

/** The terms of a trailing stop, with the trigger price where it begins. */
export function TrailingForm({ market, startSide }: TrailingFormProps) {
  const t = useTexts(trailingTexts);
  const [fields, setFields] = useState<TrailingFields>({ side: startSide, by: 'percent', ...blank });
  const [asks, setAsks] = useState(false);
  const balances = useCall(calls.transfer.balances, {}, { quiet: true });
  const tickers = useCall(calls.market.tickers, {}, { quiet: true, refetchIntervalMs: priceEveryMs });
  const last = tickers.data?.find(({ symbol }) => symbol === market.symbol)?.last ?? null;
  const placing = usePlacing<TrailingInput>({
    send: (order, handles) => callApi(calls.trade.create, order, { handles }),
    words: t,
    onPlaced: () => setFields((now) => ({ ...now, size: '' })),
  });

  function change(part: Partial<TrailingFields>): void {
    placing.forget();
    setFields((now) => ({ ...now, ...part }));
  }

  const { side, by } = fields;
  const [payCoin, places] = side === 'sell' ? [market.base, market.quantityPlaces] : [market.quote, market.pricePlaces];
  const usable = balances.data?.coins.find(({ coin }) => coin === payCoin)?.coinAccount;
  const input = trailingInput(fields, market);
  const trigger = startTrigger(fields, market, last);
  const isTooLong = trigger === '0';
  const field = (name: 'percent' | 'distance' | 'size' | 'activation', label: string, most: number) => ({
    label,
    places: most,
    value: fields[name],
    onChange: (value: string) => change({ [name]: value }),
  });
  const tooLong = isTooLong ? t.tooLong : undefined;

  return (
    <div className={styles.content}>
      <p className={styles.lead}>{t.lead}</p>
      <p className={styles.market}>{market.symbol}</p>
      <FormBody
        onSubmit={(event) => {
          event.preventDefault();
          if (input !== null && !isTooLong) setAsks(true);
        }}
      >
        <Segmented
          label={t.side}
          options={(['buy', 'sell'] as const).map((value) => ({ value, label: t[value] }))}
          value={side}
          onChange={(chosen) => change({ side: chosen, size: '' })}
        />
        <Segmented
          label={t.by}
          options={[
            { value: 'percent', label: t.byPercent },
            { value: 'price', label: t.byPrice },
          ]}
          value={by}
          onChange={(chosen) => change({ by: chosen })}
        />
        {by === 'percent' ? (
          <NumberBox {...field('percent', `${t.percent} (%)`, 2)} error={tooLong} />
        ) : (
          <NumberBox {...field('distance', `${t.distance} (${market.quote})`, market.pricePlaces)} error={tooLong} />
        )}
        <NumberBox {...field('size', `${side === 'sell' ? t.quantity : t.spend} (${payCoin})`, places)} />
        {usable !== undefined && (
          <p className={styles.hint}>{t.usable(`${formatBalance(usable, payCoin)} ${payCoin}`)}</p>
        )}
        <NumberBox {...field('activation', t.activation(market.quote), market.pricePlaces)} />
        <p className={styles.hint}>{t.activationHint(side)}</p>
        <TrailingFacts
          side={side}
          error={placing.error}
          trigger={trigger === null || isTooLong ? null : `${formatPrice(trigger)} ${market.quote}`}
        />
        <Button type="submit" wide variant={side} busy={placing.busy} disabled={input === null || isTooLong}>
          {placing.isUnknown ? t.checkOutcome : t.place(side)}
        </Button>
      </FormBody>
      {input !== null && (
        <Modal
          open={asks}
          title={t.confirm(t[side], `${formatAmount(fields.size)} ${payCoin}`)}
          message={t.confirmText(
            by === 'percent' ? `${fields.percent}%` : `${formatPrice(fields.distance)} ${market.quote}`,
            startOf(input, t),
          )}
          confirm={{
            label: t.confirmYes,
            onPress: () => {
              setAsks(false);
              placing.place(input);
            },
          }}
          cancel={{ label: t.back, onPress: () => setAsks(false) }}
        />
      )}
    </div>
  );
}

function startOf({ activationPrice }: TrailingInput, t: (typeof trailingTexts)['en']): string {
  return activationPrice === undefined ? t.fromNow : t.fromPrice(formatPrice(activationPrice));
}

interface TrailingFactsProps {
  readonly side: 'buy' | 'sell';
  readonly error: string | undefined;
  /** Where the trigger begins, or null as long as the terms are not whole. */
  readonly trigger: string | null;
}

function TrailingFacts({ side, error, trigger }: TrailingFactsProps) {
  const t = useTexts(trailingTexts);
  return (
    <div className={styles.facts} role="status">
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {trigger === null ? (
        <p>{t.typeAll}</p>
      ) : (
        <p>
          <strong>{t.startsAt(trigger)}</strong> {t.moves(side)}
        </p>
      )}
      <p>{t.frozen}</p>
    </div>
  );
}
