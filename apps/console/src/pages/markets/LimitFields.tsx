import type { ListedMarket } from '@fft/console-contract';
import { useTexts } from '@fft/kit';
import { Field, FieldRow, type useFields } from '../../ui/index.ts';
import { percentOf } from '../../lib/ppm.ts';
import { trimZeros } from '../../lib/trimmed.ts';
import { marketTexts } from '../../i18n/markets.ts';

/** Defaults of a new market, as form values: fees and limits in per cent. */
export const defaultLimits = {
  minAmount: '5',
  maxAmount: '1000000',
  maxQuantity: '10000',
  makerPpm: '0.08',
  takerPpm: '0.1',
  bandPpm: '20',
  collarPpm: '5',
  maxOpenOrders: '200',
  maxFills: '1000',
  maxIcebergParts: '100',
  volatilityPpm: '10',
  haltSeconds: '30',
  auctionSeconds: '30',
};
export type Limits = typeof defaultLimits;

/** A market's limits as form values. */
export function limitsOf(market: ListedMarket): Limits {
  const names = Object.keys(defaultLimits) as (keyof Limits)[];
  const limits = Object.fromEntries(
    names.map((name) => [
      name,
      name.endsWith('Ppm') ? percentOf(Number(market[name])) : trimZeros(String(market[name])),
    ]),
  ) as Limits;
  // A market without automatic halts stores zero durations; the form offers the defaults instead.
  if (market.haltSeconds === 0) limits.haltSeconds = defaultLimits.haltSeconds;
  if (market.auctionSeconds === 0) limits.auctionSeconds = defaultLimits.auctionSeconds;
  return limits;
}

export interface LimitFieldsProps {
  readonly field: (name: keyof Limits) => ReturnType<ReturnType<typeof useFields>['field']>;
}

/** Form fields for a market's limits and fees. */
export function LimitFields({ field }: LimitFieldsProps) {
  const t = useTexts(marketTexts);
  const amount = { inputMode: 'decimal' } as const;
  const count = { inputMode: 'numeric' } as const;
  const percent = { ...amount, suffix: '%' } as const;
  const seconds = { ...count, suffix: t.seconds } as const;
  return (
    <>
      <FieldRow columns={3}>
        <Field label={t.minAmount} {...field('minAmount')} {...amount} />
        <Field label={t.maxAmount} {...field('maxAmount')} {...amount} />
        <Field label={t.maxQuantity} {...field('maxQuantity')} {...amount} />
      </FieldRow>
      <FieldRow>
        <Field label={t.maker} hint={t.percentHint} {...field('makerPpm')} {...percent} />
        <Field label={t.taker} hint={t.percentHint} {...field('takerPpm')} {...percent} />
        <Field label={t.band} {...field('bandPpm')} {...percent} />
        <Field label={t.collar} {...field('collarPpm')} {...percent} />
        <Field label={t.volatility} hint={t.volatilityHint} {...field('volatilityPpm')} {...percent} />
        <Field label={t.maxOpenOrders} {...field('maxOpenOrders')} {...count} />
        <Field label={t.maxFills} hint={t.maxFillsHint} {...field('maxFills')} {...count} />
        <Field label={t.maxIcebergParts} {...field('maxIcebergParts')} {...count} />
        <Field label={t.halt} {...field('haltSeconds')} {...seconds} />
        <Field label={t.auction} {...field('auctionSeconds')} {...seconds} />
      </FieldRow>
    </>
  );
}
