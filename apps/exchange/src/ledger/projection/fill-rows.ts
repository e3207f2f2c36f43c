import { assert } from '@fft/decimal';
import type { Fill } from '@fft/engine';
import type { RecordedPosting } from '../replica/batch-events.ts';
import type { Value } from './binary-rows.ts';
import type { CopyColumns } from './copy-rows.ts';

/** A fill's six to eight postings, with both sides' balances afterwards, derive from its row (database function `postings_of_fill`), so they have no rows of their own. */
export const fillColumns: CopyColumns = [
  ['market', 'int'],
  ['trade_number', 'bigint'],
  ['time', 'bigint'],
  ['taker_side', 'text'],
  ['price_ticks', 'bigint'],
  ['quantity_lots', 'bigint'],
  ['notional', 'bigint'],
  ['taker_order', 'bigint'],
  ['taker_owner', 'bigint'],
  ['taker_fee', 'bigint'],
  ['maker_order', 'bigint'],
  ['maker_owner', 'bigint'],
  ['maker_fee', 'bigint'],
  ['sequence', 'bigint'],
  ['position', 'int'],
  ['base', 'int'],
  ['quote', 'int'],
  ['base_units', 'bigint'],
  ['taker_base', 'bigint'],
  ['taker_quote', 'bigint'],
  ['maker_base', 'bigint'],
  ['maker_quote', 'bigint'],
];

/** Number of postings of a fill: four for the trade, two for each fee. */
export function postingsOf({ takerFee, makerFee }: Fill): number {
  return 4 + (takerFee > 0 ? 2 : 0) + (makerFee > 0 ? 2 : 0);
}

/**
 * Returns the values of a row.
 * @param position position of the fill's first posting among the entry's postings
 */
export function fillValues(
  sequence: number,
  position: number,
  { fill, postings }: { readonly fill: Fill; readonly postings: readonly RecordedPosting[] },
): readonly Value[] {
  const [paid, earned, sold, bought] = postings.slice(position, position + 4);
  assert(
    paid !== undefined && earned !== undefined && sold !== undefined && bought !== undefined,
    'a fill has postings',
  );
  const takerBuys = fill.takerSide === 'buy';
  const buyerBase = heldAfter(bought) - (takerBuys ? fill.takerFee : fill.makerFee);
  const sellerQuote = heldAfter(earned) - (takerBuys ? fill.makerFee : fill.takerFee);
  const [buyerQuote, sellerBase] = [heldAfter(paid), heldAfter(sold)];
  return [
    fill.market,
    fill.tradeNumber,
    fill.time,
    fill.takerSide,
    fill.priceTicks,
    fill.quantityLots,
    fill.notional,
    fill.takerOrder,
    fill.takerOwner,
    fill.takerFee,
    fill.makerOrder,
    fill.makerOwner,
    fill.makerFee,
    sequence,
    position,
    bought.asset,
    paid.asset,
    bought.availableDelta,
    takerBuys ? buyerBase : sellerBase,
    takerBuys ? buyerQuote : sellerQuote,
    takerBuys ? sellerBase : buyerBase,
    takerBuys ? sellerQuote : buyerQuote,
  ];
}

function heldAfter({ available, frozen }: RecordedPosting): number {
  return available + frozen;
}
