export interface CompareRow {
  /** The other market's price, scaled so that both lines begin at the same point at the left edge. */
  readonly compare: number | undefined;
  /** Change of the other market since the left edge, as a ratio. */
  readonly ratio: number | undefined;
}

interface Closing {
  readonly timestamp: number;
  readonly close: number;
}

/** The other market's closes at this market's candles, undefined where the other market has no candle. */
export function closesAt(bars: readonly Closing[], others: readonly Closing[]): readonly (number | undefined)[] {
  let place = 0;
  return bars.map(({ timestamp }) => {
    while ((others[place]?.timestamp ?? Infinity) < timestamp) place += 1;
    const other = others[place];
    return other?.timestamp === timestamp ? other.close : undefined;
  });
}

/**
 * Returns rows that compute their values on each read, relative to the chart's current left edge.
 * The library draws the line and fits the axis to it; scrolling needs no new rows.
 */
export function compareRows(
  bars: readonly Closing[],
  closes: readonly (number | undefined)[],
  leftEdge: () => number,
): CompareRow[] {
  const ratioAt = (index: number): number | undefined => {
    const [base, close] = [closes[leftEdge()], closes[index]];
    return base === undefined || base === 0 || close === undefined ? undefined : close / base;
  };
  return bars.map((_bar, index) => ({
    get ratio() {
      return ratioAt(index);
    },
    get compare() {
      const [ratio, start] = [ratioAt(index), bars[leftEdge()]?.close];
      return ratio === undefined || start === undefined ? undefined : ratio * start;
    },
  }));
}
