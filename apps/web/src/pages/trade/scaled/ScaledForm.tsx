import { calls, type CallInput, type Market, maxScaledLevels, scaledSizes, type ScaledSizes } from '@fft/contract';
import { useState } from 'react';
import { useCall } from '../../../api/index.ts';
import { FormBody } from '../../../features/forms/index.ts';
import { AmountField } from '../../../features/money/index.ts';
import { formatAmount, formatBalance, formatPrice } from '../../../lib/format/index.ts';
import { signOf } from '../../../lib/exact.ts';
import { useSettled } from '../../../lib/use-settled.ts';
import { Button, Checkbox, Field, Modal, Segmented } from '../../../ui/kit/index.ts';
import { scaledTexts } from './scaled-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { LevelsCard } from './LevelsCard.tsx';
import styles from './ScaledForm.module.css';
import { usePlacing } from './use-placing.ts';

export interface ScaledFormProps {
  readonly market: Market;
  readonly startSide: 'buy' | 'sell';
}

type Terms = CallInput<typeof calls.scaled.preview>;

const blank = { low: '', high: '', quantity: '', levels: '5' };

/** The terms of a scaled order, with the orders that they make. */
export function ScaledForm({ market, startSide }: ScaledFormProps) {
  const t = useTexts(scaledTexts);
  const [side, setSide] = useState(startSide);
  const [fields, setFields] = useState(blank);
  const [sizes, setSizes] = useState<ScaledSizes>('equal');
  const [postOnly, setPostOnly] = useState(false);
  const [asks, setAsks] = useState(false);
  const terms: Terms = { symbol: market.symbol, side, sizes, ...fields };
  const { preview, error, isAsking } = usePreview(terms);
  const placing = usePlacing(() => setFields((now) => ({ ...now, quantity: '' })));
  const balances = useCall(calls.transfer.balances, {}, { quiet: true });
  const payCoin = side === 'buy' ? market.quote : market.base;
  const usable = balances.data?.coins.find(({ coin }) => coin === payCoin)?.coinAccount;

  /** Changed terms are another order. */
  function change(part: Partial<typeof blank>): void {
    placing.forget();
    setFields((now) => ({ ...now, ...part }));
  }

  const input = (name: 'low' | 'high' | 'quantity', coin: string, places: number) => ({
    coin,
    places,
    value: fields[name],
    onChange: (value: string) => change({ [name]: value }),
  });

  return (
    <div className={styles.content}>
      <p className={styles.lead}>{t.lead}</p>
      <p className={styles.market}>{market.symbol}</p>
      <FormBody
        onSubmit={(event) => {
          event.preventDefault();
          if (preview !== null) setAsks(true);
        }}
      >
        <Segmented
          label={t.side}
          options={(['buy', 'sell'] as const).map((value) => ({ value, label: t[value] }))}
          value={side}
          onChange={(chosen) => {
            placing.forget();
            setSide(chosen);
          }}
        />
        <div className={styles.pair}>
          <AmountField label={t.low} {...input('low', market.quote, market.pricePlaces)} />
          <AmountField label={t.high} {...input('high', market.quote, market.pricePlaces)} />
        </div>
        <div className={styles.pair}>
          <AmountField
            label={t.total}
            {...input('quantity', market.base, market.quantityPlaces)}
            hint={usable === undefined ? undefined : t.usable(`${formatBalance(usable, payCoin)} ${payCoin}`)}
          />
          <Field
            label={t.levels}
            hint={t.levelsHint(maxScaledLevels)}
            inputMode="numeric"
            autoComplete="off"
            maxLength={2}
            value={fields.levels}
            onChange={({ target }) => change({ levels: target.value.replace(/\D/g, '') })}
          />
        </div>
        <Segmented
          label={t.sizes}
          options={scaledSizes.map((value) => ({ value, label: t.sizeNames[value] }))}
          value={sizes}
          onChange={(chosen) => {
            placing.forget();
            setSizes(chosen);
          }}
        />
        <Checkbox checked={postOnly} onChange={setPostOnly}>
          {t.postOnly}
        </Checkbox>
        <LevelsCard
          market={market}
          preview={preview}
          isAsking={isAsking}
          error={placing.error ?? error?.message}
          placed={placing.placed}
        />
        <Button type="submit" wide variant={side} busy={placing.busy} disabled={preview === null}>
          {placing.isUnknown ? t.checkOutcome : t.place(preview?.levels.length ?? 0)}
        </Button>
      </FormBody>
      {preview !== null && (
        <Modal
          open={asks}
          title={t.confirm(t[preview.side], `${formatAmount(preview.quantity)} ${market.base}`)}
          message={t.confirmText(
            preview.levels.length,
            formatPrice(preview.levels[0]?.price ?? null),
            formatPrice(preview.levels.at(-1)?.price ?? null),
            `${formatBalance(preview.amount, market.quote)} ${market.quote}`,
          )}
          confirm={{
            label: t.confirmYes,
            onPress: () => {
              setAsks(false);
              placing.place({ ...terms, postOnly });
            },
          }}
          cancel={{ label: t.back, onPress: () => setAsks(false) }}
        />
      )}
    </div>
  );
}

/** The orders of the terms as the server would place them, once these are whole. */
function usePreview(terms: Terms) {
  const text = JSON.stringify(terms);
  const isSettled = useSettled(text) === text;
  const { low, high, quantity, levels } = terms;
  const isWhole = [low, high, quantity].every((figure) => figure !== '' && signOf(figure) > 0);
  const count = Number(levels);
  const enabled = isSettled && isWhole && count >= 2 && count <= maxScaledLevels;
  const { data, error, isFetching } = useCall(calls.scaled.preview, terms, { quiet: true, enabled });
  return {
    preview: enabled && error === null ? (data ?? null) : null,
    error: enabled ? error : null,
    isAsking: isWhole && (isFetching || !isSettled),
  };
}
