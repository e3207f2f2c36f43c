import type { Chart, Overlay, OverlayCreate, OverlayMode } from 'klinecharts';
import { type Drawing, drawingColors, type DrawingKind } from './drawings.ts';
import { overlayNames } from './overlays.ts';

const group = 'drawings';

export interface BoardEvents {
  /** The drawings have changed and are to be kept. */
  readonly changed: (drawings: readonly Drawing[]) => void;
  /** Another drawing is chosen, the chosen one has changed, or none is. */
  readonly selected: (drawing: Drawing | null) => void;
  /** What was being drawn is finished or given up. */
  readonly ended: () => void;
}

/** The customer's drawings on one chart. */
export class DrawingBoard {
  readonly #chart: Chart;
  readonly #events: BoardEvents;
  #drawings: readonly Drawing[] = [];
  #selected: string | null = null;
  #underWay: string | null = null;
  #magnet = false;

  constructor(chart: Chart, events: BoardEvents) {
    this.#chart = chart;
    this.#events = events;
  }

  /** Puts these drawings in place of those that stand. */
  load(drawings: readonly Drawing[]): void {
    this.#chart.removeOverlay({ groupId: group });
    this.#underWay = null;
    this.#select(null);
    this.#drawings = drawings;
    for (const drawing of drawings) this.#chart.createOverlay(this.#overlay(drawing));
  }

  /** Points snap to the nearest price of a candle. */
  set magnet(on: boolean) {
    this.#magnet = on;
    for (const { id } of this.#drawings) this.#chart.overrideOverlay({ id, mode: this.#mode() });
  }

  /** Begins a drawing, whose points the customer then sets in the chart. */
  begin(kind: DrawingKind, text = ''): void {
    this.cancel();
    this.#select(null);
    const color = drawingColors[0] ?? '';
    const blank: Drawing = {
      id: crypto.randomUUID(),
      kind,
      points: [],
      color,
      width: widthOf(kind),
      locked: false,
      text,
    };
    this.#underWay = blank.id;
    this.#chart.createOverlay({
      ...this.#overlay(blank),
      onDrawEnd: ({ overlay }) => this.#finish({ ...blank, points: pointsOf(overlay) }),
    });
  }

  /** Gives up what is being drawn. */
  cancel(): void {
    if (this.#underWay === null) return;
    const id = this.#underWay;
    this.#underWay = null;
    this.#chart.removeOverlay({ id });
    this.#events.ended();
  }

  change(id: string, change: Partial<Pick<Drawing, 'color' | 'width' | 'locked'>>): void {
    this.#replace(id, (drawing) => ({ ...drawing, ...change }));
    const drawing = this.#find(id);
    if (drawing) this.#chart.overrideOverlay({ id, lock: drawing.locked, styles: stylesOf(drawing) });
  }

  /** Puts a copy beside the drawing. */
  duplicate(id: string): void {
    const drawing = this.#find(id);
    if (!drawing) return;
    const [low, high] = extent(this.#chart);
    const shift = (high - low) * 0.04;
    const points = drawing.points.map(({ timestamp, value }) => ({ timestamp, value: value - shift }));
    const copy = { ...drawing, id: crypto.randomUUID(), points, locked: false };
    this.#chart.createOverlay(this.#overlay(copy));
    this.#keep([...this.#drawings, copy]);
    this.#select(copy.id);
  }

  remove(id: string): void {
    this.#chart.removeOverlay({ id });
    this.#keep(this.#drawings.filter((drawing) => drawing.id !== id));
    if (this.#selected === id) this.#select(null);
  }

  clear(): void {
    this.load([]);
    this.#events.changed([]);
  }

  #finish(drawing: Drawing): void {
    if (this.#underWay !== drawing.id) return;
    this.#underWay = null;
    this.#keep([...this.#drawings, drawing]);
    this.#events.ended();
    this.#select(drawing.id);
  }

  #overlay(drawing: Drawing): OverlayCreate {
    const { id, kind, points, text, locked } = drawing;
    return {
      id,
      name: overlayNames[kind],
      groupId: group,
      lock: locked,
      mode: this.#mode(),
      styles: stylesOf(drawing),
      extendData: text,
      ...(points.length > 0 && { points: points.map((point) => ({ ...point })) }),
      onPressedMoveEnd: ({ overlay }) => this.#replace(id, (known) => ({ ...known, points: pointsOf(overlay) })),
      onSelected: () => this.#select(id),
      onDeselected: () => this.#selected === id && this.#select(null),
    };
  }

  #mode(): OverlayMode {
    return this.#magnet ? 'weak_magnet' : 'normal';
  }

  #find(id: string): Drawing | undefined {
    return this.#drawings.find((drawing) => drawing.id === id);
  }

  #replace(id: string, next: (drawing: Drawing) => Drawing): void {
    this.#keep(this.#drawings.map((drawing) => (drawing.id === id ? next(drawing) : drawing)));
    if (this.#selected === id) this.#select(id);
  }

  #keep(drawings: readonly Drawing[]): void {
    this.#drawings = drawings;
    this.#events.changed(drawings);
  }

  #select(id: string | null): void {
    this.#selected = id;
    this.#events.selected(id === null ? null : (this.#find(id) ?? null));
  }
}

/** What has many lines has thin ones. */
const widthOf = (kind: DrawingKind): number =>
  kind === 'fibonacci' || kind === 'parallel' || kind === 'measure' ? 1 : 2;

/** The points that have both a time and a price; one beyond the candles has a time that the library reckons. */
function pointsOf(overlay: Overlay): Drawing['points'] {
  return overlay.points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  );
}

/** The lowest and the highest price in sight. */
function extent(chart: Chart): readonly [number, number] {
  const { from, to } = chart.getVisibleRange();
  const bars = chart.getDataList().slice(from, to);
  return bars.length === 0
    ? [0, 0]
    : [Math.min(...bars.map(({ low }) => low)), Math.max(...bars.map(({ high }) => high))];
}

function stylesOf({ color, width, kind }: Drawing) {
  const tint = `${color}26`;
  return {
    point: { color, borderColor: tint, activeColor: color, activeBorderColor: tint },
    line: { color, size: width },
    rect: { color: tint, borderColor: color, borderSize: width },
    polygon: { color: tint, borderColor: color },
    text: { color: kind === 'text' ? '#070d1f' : color, backgroundColor: kind === 'text' ? color : 'transparent' },
  };
}
