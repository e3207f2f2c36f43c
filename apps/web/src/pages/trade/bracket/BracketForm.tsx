import { calls, type Market } from '@fft/contract';
import { useState } from 'react';
import { callApi, useCall } from '../../../api/index.ts';
import { FormBody } from '../../../features/forms/index.ts';
import { NumberBox } from '../../../features/orders/NumberBox.tsx';
import { formatAmount, formatBalance, formatPrice } from '../../../lib/format/index.ts';
import { Button, Modal, Segmented } from '../../../ui/kit/index.ts';
import { bracketTexts } from './bracket-texts.ts';
import { useTexts } from '../../../i18n/index.ts';
import { usePlacing } from '../market-form/use-placing.ts';
import { type BracketFields, type BracketInput, bracketInput, distanceOf, priceOf, wrongLeg } from './bracket-input.ts';
import styles from '../market-form/PriceForm.module.css';

export interface BracketFormProps {
  readonly market: Market;
  readonly startSide: 'buy' | 'sell';
}

/** Interval of looks at the last price, from which the form shows the legs of a market order. */
const priceEveryMs = 2_000;
const blank = { price: '', size: '', takeProfit: '', stopLoss: '', stopLossLimit: '' };
type Field = keyof typeof blank;

/** The terms of an order with a bracket, with the distance of its legs. */
export function BracketForm({ market, startSide }: BracketFormProps) {
  const t = useTexts(bracketTexts);
  const [fields, setFields] = useState<BracketFields>({ side: startSide, type: 'limit', ...blank });
  const [asks, setAsks] = useState(false);
  const balances = useCall(calls.transfer.balances, {}, { quiet: true });
  const tickers = useCall(calls.market.tickers, {}, { quiet: true, refetchIntervalMs: priceEveryMs });
  const last = tickers.data?.find(({ symbol }) => symbol === market.symbol)?.last ?? null;
  const placing = usePlacing<BracketInput>({
    send: (order, handles) => callApi(calls.trade.create, order, { handles }),
    words: t,
    onPlaced: () => setFields((now) => ({ ...now, size: '' })),
  });

  function change(part: Partial<BracketFields>): void {
    placing.forget();
    setFields((now) => ({ ...now, ...part }));
  }

  const { side, type } = fields;
  const spends = type === 'market' && side === 'buy';
  const [sizeCoin, places] = spends ? [market.quote, market.pricePlaces] : [market.base, market.quantityPlaces];
  const payCoin = side === 'sell' ? market.base : market.quote;
  const usable = balances.data?.coins.find(({ coin }) => coin === payCoin)?.coinAccount;
  const wrong = wrongLeg(fields, last);
  const input = wrong === null ? bracketInput(fields, market) : null;
  const field = (name: Field, label: string, error?: string) => ({
    label: name === 'stopLossLimit' ? label : `${label} (${name === 'size' ? sizeCoin : market.quote})`,
    places: name === 'size' ? places : market.pricePlaces,
    value: fields[name],
    onChange: (value: string) => change({ [name]: value }),
    error,
  });

  return (
    <div className={styles.content}>
      <p className={styles.lead}>{t.lead}</p>
      <p className={styles.market}>{market.symbol}</p>
      <FormBody
        onSubmit={(event) => {
          event.preventDefault();
          if (input !== null) setAsks(true);
        }}
      >
        <Segmented
          label={t.side}
          options={(['buy', 'sell'] as const).map((value) => ({ value, label: t[value] }))}
          value={side}
          onChange={(chosen) => change({ ...blank, side: chosen, price: fields.price })}
        />
        <Segmented
          label={t.type}
          options={(['limit', 'market'] as const).map((value) => ({ value, label: t[value] }))}
          value={type}
          onChange={(chosen) => change({ type: chosen, size: '' })}
        />
        {type === 'limit' && <NumberBox {...field('price', t.price)} />}
        <NumberBox {...field('size', spends ? t.spend : t.quantity)} />
        {usable !== undefined && (
          <p className={styles.hint}>{t.usable(`${formatBalance(usable, payCoin)} ${payCoin}`)}</p>
        )}
        <NumberBox {...field('takeProfit', t.takeProfit, wrong === 'takeProfit' ? t.profitWrong(side) : undefined)} />
        <NumberBox {...field('stopLoss', t.stopLoss, wrong === 'stopLoss' ? t.lossWrong(side) : undefined)} />
        <NumberBox {...field('stopLossLimit', t.stopLossLimit(market.quote, side === 'sell'))} />
        <p className={styles.hint}>{t.limitHint(side === 'sell')}</p>
        <BracketFacts fields={fields} price={priceOf(fields, last)} error={placing.error} />
        <Button type="submit" wide variant={side} busy={placing.busy} disabled={input === null}>
          {placing.isUnknown ? t.checkOutcome : t.place(side)}
        </Button>
      </FormBody>
      {input !== null && (
        <Modal
          open={asks}
          title={t.confirm(t[side], `${formatAmount(fields.size)} ${sizeCoin}`)}
          message={[type === 'limit' ? t.atPrice(formatPrice(fields.price)) : t.atMarket, ...legWords(fields, t)].join(
            ' · ',
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

type Words = (typeof bracketTexts)['en'];

function legWords({ takeProfit, stopLoss }: BracketFields, t: Words): string[] {
  return [
    ...(takeProfit === '' ? [] : [t.profitAt(formatPrice(takeProfit))]),
    ...(stopLoss === '' ? [] : [t.lossAt(formatPrice(stopLoss))]),
  ];
}

interface BracketFactsProps {
  readonly fields: BracketFields;
  /** The order's price, or the last price of a market order; null if it is unknown. */
  readonly price: string | null;
  readonly error: string | undefined;
}

function BracketFacts({ fields, price, error }: BracketFactsProps) {
  const t = useTexts(bracketTexts);
  const profit = distanceOf(fields.takeProfit, price);
  const loss = distanceOf(fields.stopLoss, price);
  return (
    <div className={styles.facts} role="status">
      {error !== undefined && <p className={styles.error}>{error}</p>}
      {profit === null && loss === null ? (
        <p>{t.typeAll}</p>
      ) : (
        <p>
          {profit !== null && <strong>{t.profitAt(profit)}</strong>}
          {profit !== null && loss !== null && ' · '}
          {loss !== null && <strong>{t.lossAt(loss)}</strong>}
        </p>
      )}
      <p>{t.protects}</p>
      <p>{t.halts}</p>
    </div>
  );
}
