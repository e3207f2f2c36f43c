import type { Chart, Overlay, OverlayCreate, OverlayMode } from 'klinecharts';
import { createFrameStore } from '../../../lib/frame-store.ts';
import { type Drawing, drawingColors, type DrawingKind, inkOf, maxDrawings } from './drawings.ts';
import type { Palette } from '../candles/palette.ts';
import { keptOnRightClick, overlayNames } from '../overlays.ts';

const group = 'drawings';

export interface BoardState {
  /** The drawing in progress. */
  readonly tool: DrawingKind | null;
  readonly selected: Drawing | null;
  readonly count: number;
  /** Points snap to the nearest price of a candle. */
  readonly magnet: boolean;
}

export const blankBoard: BoardState = { tool: null, selected: null, count: 0, magnet: false };

export interface BoardEvents {
  /** The drawings have changed. */
  readonly onChange: (drawings: readonly Drawing[]) => void;
  /** Reports that the maximum was reached and the oldest drawing removed. */
  readonly onFull: () => void;
}

/** The colours of drawings in the current theme. */
export type Ink = Pick<Palette, 'drawings' | 'page'>;

/** The customer's drawings on one chart. */
export class DrawingBoard {
  readonly #chart: Chart;
  readonly #events: BoardEvents;
  readonly #store = createFrameStore<BoardState>(blankBoard);
  #drawings: readonly Drawing[] = [];
  #underWay: string | null = null;
  #ink: Ink = { drawings: [], page: '' };

  constructor(chart: Chart, events: BoardEvents) {
    this.#chart = chart;
    this.#events = events;
  }

  /** Draws everything in a theme's colours. */
  setInk(ink: Ink): void {
    this.#ink = ink;
    for (const drawing of this.#drawings)
      this.#chart.overrideOverlay({ id: drawing.id, styles: stylesOf(drawing, ink) });
  }

  readonly subscribe = (listener: () => void): (() => void) => this.#store.subscribe(listener);
  readonly state = (): BoardState => this.#store.get();

  /** Replaces the drawings. */
  load(drawings: readonly Drawing[]): void {
    this.#chart.removeOverlay({ groupId: group });
    this.#underWay = null;
    this.#publish({ tool: null });
    this.#put(drawings);
  }

  /** Shows changes made elsewhere; the drawing in progress continues. */
  follow(drawings: readonly Drawing[]): void {
    for (const { id } of this.#drawings) this.#chart.removeOverlay({ id });
    this.#put(drawings);
  }

  setMagnet(magnet: boolean): void {
    this.#publish({ magnet });
    for (const { id } of this.#drawings) this.#chart.overrideOverlay({ id, mode: this.#mode() });
  }

  /** Starts a drawing, whose points the customer then sets in the chart. */
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
    this.#publish({ tool: kind });
    this.#chart.createOverlay({
      ...this.#overlay(blank),
      onDrawEnd: ({ overlay }) => this.#finish({ ...blank, points: pointsOf(overlay) }),
    });
  }

  /** Cancels the drawing in progress. */
  cancel(): void {
    if (this.#underWay === null) return;
    const id = this.#underWay;
    this.#underWay = null;
    this.#chart.removeOverlay({ id });
    this.#publish({ tool: null });
  }

  change(id: string, change: Partial<Pick<Drawing, 'color' | 'width' | 'locked'>>): void {
    this.#replace(id, (drawing) => ({ ...drawing, ...change }));
    const drawing = this.#find(id);
    if (drawing) this.#chart.overrideOverlay({ id, lock: drawing.locked, styles: stylesOf(drawing, this.#ink) });
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
    this.#add(copy);
    this.#select(copy.id);
  }

  remove(id: string): void {
    this.#chart.removeOverlay({ id });
    this.#keep(this.#drawings.filter((drawing) => drawing.id !== id));
    if (this.#isSelected(id)) this.#select(null);
  }

  clear(): void {
    this.load([]);
    this.#events.onChange([]);
  }

  #finish(drawing: Drawing): void {
    if (this.#underWay !== drawing.id) return;
    this.#underWay = null;
    this.#add(drawing);
    this.#publish({ tool: null });
    this.#select(drawing.id);
  }

  #put(drawings: readonly Drawing[]): void {
    this.#drawings = drawings;
    this.#publish({ selected: null, count: drawings.length });
    for (const drawing of drawings) this.#chart.createOverlay(this.#overlay(drawing));
  }

  #add(drawing: Drawing): void {
    const all = [...this.#drawings, drawing];
    const gone = all.slice(0, -maxDrawings);
    for (const { id } of gone) this.#chart.removeOverlay({ id });
    this.#keep(all.slice(-maxDrawings));
    if (gone.length > 0) this.#events.onFull();
  }

  #overlay(drawing: Drawing): OverlayCreate {
    const { id, kind, points, text, locked } = drawing;
    return {
      ...keptOnRightClick,
      id,
      name: overlayNames[kind],
      groupId: group,
      lock: locked,
      mode: this.#mode(),
      styles: stylesOf(drawing, this.#ink),
      extendData: text,
      ...(points.length > 0 && { points: points.map((point) => ({ ...point })) }),
      onPressedMoveEnd: ({ overlay }) => this.#replace(id, (known) => ({ ...known, points: pointsOf(overlay) })),
      onSelected: () => this.#select(id),
      onDeselected: () => this.#isSelected(id) && this.#select(null),
    };
  }

  #mode(): OverlayMode {
    return this.#store.latest().magnet ? 'weak_magnet' : 'normal';
  }

  #find(id: string): Drawing | undefined {
    return this.#drawings.find((drawing) => drawing.id === id);
  }

  #replace(id: string, next: (drawing: Drawing) => Drawing): void {
    this.#keep(this.#drawings.map((drawing) => (drawing.id === id ? next(drawing) : drawing)));
    if (this.#isSelected(id)) this.#select(id);
  }

  #keep(drawings: readonly Drawing[]): void {
    this.#drawings = drawings;
    this.#publish({ count: drawings.length });
    this.#events.onChange(drawings);
  }

  #select(id: string | null): void {
    this.#publish({ selected: id === null ? null : (this.#find(id) ?? null) });
  }

  #isSelected(id: string): boolean {
    return this.#store.latest().selected?.id === id;
  }

  #publish(change: Partial<BoardState>): void {
    this.#store.set({ ...this.#store.latest(), ...change });
  }
}

/** Width of new lines: kinds with many lines draw thin ones. */
const widthOf = (kind: DrawingKind): number =>
  kind === 'fibonacci' || kind === 'parallel' || kind === 'measure' ? 1 : 2;

/** The points that have both a time and a price. The library computes the time of a point beyond the candles. */
function pointsOf(overlay: Overlay): Drawing['points'] {
  return overlay.points.flatMap(({ timestamp, value }) =>
    timestamp === undefined || value === undefined ? [] : [{ timestamp, value }],
  );
}

/** The lowest and the highest visible price. */
function extent(chart: Chart): readonly [number, number] {
  const { from, to } = chart.getVisibleRange();
  const bars = chart.getDataList().slice(from, to);
  return bars.length === 0
    ? [0, 0]
    : [Math.min(...bars.map(({ low }) => low)), Math.max(...bars.map(({ high }) => high))];
}

function stylesOf({ color: chosen, width, kind }: Drawing, ink: Ink) {
  const color = inkOf(chosen, ink);
  const tint = `${color}26`;
  return {
    point: { color, borderColor: tint, activeColor: color, activeBorderColor: tint },
    line: { color, size: width },
    rect: { color: tint, borderColor: color, borderSize: width },
    polygon: { color: tint, borderColor: color },
    text: { color: kind === 'text' ? ink.page : color, backgroundColor: kind === 'text' ? color : 'transparent' },
  };
}
