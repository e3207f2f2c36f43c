import { sql, type Kysely } from 'kysely';
import type { Tables } from '../room.ts';
import type { Directory } from '../../ledger/listings/directory.ts';
import type { MarketView } from '../../ledger/listings/market-view.ts';
import { usdtPlaces } from '../../assets/prices/valuation.ts';

const minuteMs = 60_000;

/** An asset whose price at a time (ms) is needed. */
export interface Moment {
  readonly asset: number;
  readonly time: number;
}

/** A price's markets, applied one after the other: each from the coin before it to the next. */
type Path = readonly { readonly view: MarketView; readonly from: 'base' | 'quote' }[];

/**
 * Prices of moments: the close of the last minute that was over, in which its market traded. Nothing after a moment can change them, so that everyone who asks at
 * any time finds the same. They come from trades alone, never from operators' rates, which have no history.
 */
export class MomentPrices {
  readonly #paths: ReadonlyMap<number, readonly Path[]>;
  readonly #ticks: ReadonlyMap<string, number>;

  private constructor(paths: ReadonlyMap<number, readonly Path[]>, ticks: ReadonlyMap<string, number>) {
    this.#paths = paths;
    this.#ticks = ticks;
  }

  static async read(db: Kysely<Tables>, directory: Directory, moments: readonly Moment[]): Promise<MomentPrices> {
    const paths = new Map([...new Set(moments.map(({ asset }) => asset))].map((id) => [id, pathsOf(directory, id)]));
    const wanted = new Map<string, readonly [market: number, minute: number]>();
    for (const { asset, time } of moments) {
      for (const { view } of (paths.get(asset) ?? []).flat()) {
        const minute = minuteOf(time);
        wanted.set(keyOf(view.id, minute), [view.id, minute]);
      }
    }
    return new MomentPrices(paths, await readTicks(db, [...wanted.values()]));
  }

  /** In millionths of a USDT, rounded down; null without a price. */
  worth(asset: number, units: bigint, time: number): bigint | null {
    for (const path of this.#paths.get(asset) ?? []) {
      let worth: bigint | null = units;
      for (const { view, from } of path) {
        const ticks = this.#ticks.get(keyOf(view.id, minuteOf(time)));
        worth = worth === null || ticks === undefined ? null : across(view, from, { units: worth, ticks });
      }
      if (worth !== null) return worth;
    }
    return null;
  }
}

const minuteOf = (time: number): number => Math.floor(time / minuteMs) * minuteMs;

const keyOf = (market: number, minute: number): string => `${market} ${minute}`;

/** Straight to USDT, or through BTC. The unit itself has the empty path. */
function pathsOf(directory: Directory, asset: number): readonly Path[] {
  const { code } = directory.asset(asset);
  const bitcoin = directory.market('BTC/USDT');
  const throughBitcoin = stepsBetween(directory, code, 'BTC').flatMap((step) =>
    bitcoin === null ? [] : [[...step, { view: bitcoin, from: 'base' as const }]],
  );
  return [...stepsBetween(directory, code, 'USDT'), ...throughBitcoin];
}

function stepsBetween(directory: Directory, code: string, target: string): readonly Path[] {
  if (code === target) return target === 'USDT' && isUnit(directory) ? [[]] : [];
  const straight = directory.market(`${code}/${target}`);
  const inverse = directory.market(`${target}/${code}`);
  return [
    ...(straight === null ? [] : [[{ view: straight, from: 'base' as const }]]),
    ...(inverse === null ? [] : [[{ view: inverse, from: 'quote' as const }]]),
  ];
}

/** True if the ledger counts USDT in millionths, as worths are. */
function isUnit(directory: Directory): boolean {
  const asset = directory.assetId('USDT');
  return asset !== null && directory.asset(asset).decimals === usdtPlaces;
}

function across(
  { rules }: MarketView,
  from: 'base' | 'quote',
  { units, ticks }: { readonly units: bigint; readonly ticks: number },
): bigint {
  const [perLot, perTickLot] = [BigInt(rules.unitsPerLot), BigInt(rules.unitsPerTickLot) * BigInt(ticks)];
  return from === 'base' ? (units * perTickLot) / perLot : (units * perLot) / perTickLot;
}

async function readTicks(
  db: Kysely<Tables>,
  wanted: readonly (readonly [market: number, minute: number])[],
): Promise<ReadonlyMap<string, number>> {
  if (wanted.length === 0) return new Map();
  const [markets, minutes] = [wanted.map(([market]) => market), wanted.map(([, minute]) => minute)];
  const { rows } = await sql<{ market: number; minute: number; ticks: number }>`
    select wanted.market, wanted.minute, candle.close_ticks as ticks
    from unnest(${markets}::int[], ${minutes}::bigint[]) as wanted (market, minute)
    cross join lateral (
      select close_ticks from candles
      where candles.market = wanted.market and interval = '1m' and time < wanted.minute
      order by time desc limit 1
    ) as candle
    where candle.close_ticks > 0`.execute(db);
  return new Map(rows.map(({ market, minute, ticks }) => [keyOf(market, minute), ticks]));
}
