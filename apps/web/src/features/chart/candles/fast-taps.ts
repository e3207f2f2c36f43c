/** The library's counters of clicks and taps, which it doesn't export. */
interface TapCounters {
  _resetClickTimeout(): void;
  _resetTapTimeout(): void;
}

/** Minimum distance, CSS px, from which the library counts two clicks or taps separately. */
const doubleTapWithin = { mouse: 5, other: 30 };

function isTapCounters(value: unknown): value is TapCounters {
  return typeof value === 'object' && value !== null && '_resetClickTimeout' in value && '_resetTapTimeout' in value;
}

function countersOf(chart: object): TapCounters | null {
  const events: unknown = Reflect.get(chart, '_chartEvent');
  const handler: unknown = typeof events === 'object' && events !== null ? Reflect.get(events, '_event') : null;
  return isTapCounters(handler) ? handler : null;
}

/**
 * Makes the library count a quick tap elsewhere as a first tap. Without this, the library drops a tap within half a second of another one:
 * it takes the second tap for a failed double tap. Customers who draw quickly would lose points.
 */
export function keepFastTaps(chart: object, root: HTMLElement): void {
  const counters = countersOf(chart);
  if (counters === null) return;
  let last = { x: Number.NaN, y: Number.NaN };
  root.addEventListener(
    'pointerdown',
    ({ clientX: x, clientY: y, pointerType }) => {
      const within = pointerType === 'mouse' ? doubleTapWithin.mouse : doubleTapWithin.other;
      const isElsewhere = Math.abs(x - last.x) + Math.abs(y - last.y) >= within;
      last = { x, y };
      if (!isElsewhere) return;
      counters._resetClickTimeout();
      counters._resetTapTimeout();
    },
    { capture: true },
  );
}
