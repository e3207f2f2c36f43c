/** The library's counters of clicks and taps, which it doesn't export. */
interface TapCounters {
  _resetClickTimeout(): void;
  _resetTapTimeout(): void;
}

/** Distances, CSS px, from which on the library takes two taps or clicks for different ones. */
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
 * The library drops a tap that follows another within half a second and elsewhere, as the second half of a double tap that missed: the points of a
 * drawing that is set quickly. Makes it count from that tap again.
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
