import type { AxisRange } from 'klinecharts';

/** Height of a line of the legends, CSS px. */
export const legendLine = 18;
/** Margins of a legend's part, CSS px. */
export const legendMargins = { marginTop: 3, marginBottom: 3, marginLeft: 6, marginRight: 4 };
/** Approximate width of the price axis, which legends and labels leave free where it is over the candles, CSS px. */
export const axisWidth = 66;
/** The candles keep at least this share of their pane. */
const minCandleShare = 1 / 3;

/** Lines that a legend's parts fill in a pane of this width. A part that doesn't fit begins the next line, as the library does it. */
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

/** How many legends, each of so many lines, fit into this many lines one after the other; the first in any case. */
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

/** Extends a range so that this much room is left in a pane of this height. The library's own gaps are shares of the range, and so shrink with the pane. */
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

/** An axis whose values end above the volume. */
export function atTheFoot(range: AxisRange): AxisRange {
  const whole = range.range / volumeShare;
  const [to, realTo, displayTo] = [range.from + whole, range.realFrom + whole, range.displayFrom + whole];
  return { ...range, to, realTo, displayTo, range: whole, realRange: whole, displayRange: whole };
}
