import type { AxisRange } from 'klinecharts';

/** Height of a line of the legends, CSS px. */
export const legendLine = 18;
/** Margins of a legend's part, CSS px. */
export const legendMargins = { marginTop: 3, marginBottom: 3, marginLeft: 6, marginRight: 4 };
/** Approximate width of the price axis, CSS px. Legends and labels leave this width free where the axis is over the candles. */
export const axisWidth = 66;
/** The candles keep at least this share of their pane. */
const minCandleShare = 1 / 3;

/** Number of lines that a legend's parts fill in a pane of this width. As in the library, a part that doesn't fit begins a new line. */
export function legendLines(partWidths: readonly number[], paneWidth: number): number {
  let lines = 1;
  let x = 0;
  for (const partWidth of partWidths) {
    const width = partWidth + legendMargins.marginLeft + legendMargins.marginRight;
    if (x > 0 && x + width > paneWidth) {
      lines += 1;
      x = 0;
    }
    x += width;
  }
  return lines;
}

/** Number of legends that fit into `room` lines; the first always counts. `lines` has the height of each legend in lines. */
export function legendsWithin(lines: readonly number[], room: number): number {
  let used = 0;
  const first = lines.findIndex((each, place) => (used += each) > room && place > 0);
  return first === -1 ? lines.length : first;
}

export interface Room {
  /** CSS px. */
  readonly top: number;
  readonly bottom: number;
}

/** Extends a price range by room above and below the candles. The library's own gaps are shares of the range, so they shrink with the pane. */
export function withRoom(range: AxisRange, paneHeight: number, { top, bottom }: Room): AxisRange {
  const room = top + bottom;
  const fits = Math.min(1, (paneHeight * (1 - minCandleShare)) / room);
  const perPixel = range.realRange / (paneHeight - room * fits);
  const realFrom = range.realFrom - perPixel * bottom * fits;
  const realTo = range.realTo + perPixel * top * fits;
  return { ...range, realFrom, realTo, realRange: realTo - realFrom };
}

/** Share of the height that the volume takes when it is drawn over the candles. */
export const volumeShare = 0.22;

/** Extends the volume's axis, so that the volume fills only the bottom of the candles' pane. */
export function atTheFoot(range: AxisRange): AxisRange {
  const whole = range.range / volumeShare;
  const [to, realTo, displayTo] = [range.from + whole, range.realFrom + whole, range.displayFrom + whole];
  return { ...range, to, realTo, displayTo, range: whole, realRange: whole, displayRange: whole };
}
