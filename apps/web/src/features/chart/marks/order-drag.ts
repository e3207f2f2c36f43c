import type { OverlayCreate } from 'klinecharts';
import { type CandleChart, candlePane } from '../candles/candle-chart.ts';
import type { ChartLine } from '../candles/chart-line.ts';
import { cancelFigure, handleFigure } from './order-overlay.ts';
import { keptOnRightClick } from '../overlays.ts';

export interface LineEvents {
  /** The valid price of the market nearest to a number. */
  readonly nearest: (value: number) => string;
  /** Returns false if the line can't be dragged; the customer then sees why. */
  readonly onGrab: (line: ChartLine) => boolean;
  /** Shows a line at `price`; null shows the line at its own price. */
  readonly onMove: (id: string, price: string | null) => void;
  /** The line was let go at another price. */
  readonly onDrop: (line: ChartLine, price: string) => void;
  /** The label was pressed. */
  readonly onOpen: (line: ChartLine) => void;
  /** The cross was pressed. */
  readonly onCancel: (line: ChartLine) => void;
}

/** Maximum movement of a click, CSS px. */
const clickWithin = 4;

interface Dragged {
  readonly line: ChartLine;
  /** Height at which the press began, and the line's height at that time, CSS px. */
  readonly pressedAt: number;
  readonly lineAt: number;
  price: string;
  hasMoved: boolean;
}

/** Drags the lines of one chart. Escape, the right button, a second finger and the loss of the window's focus cancel the drag. */
export class OrderDrag {
  readonly #candles: CandleChart;
  readonly #events: LineEvents;
  #dragged: Dragged | null = null;
  #wasDrag = false;

  constructor(candles: CandleChart, events: LineEvents) {
    this.#candles = candles;
    this.#events = events;
  }

  /** Handlers for presses on a line or its label. */
  handlersOf(line: ChartLine): Partial<OverlayCreate> {
    return {
      ...keptOnRightClick,
      onPressedMoveStart: ({ figure, y }) => {
        if (figure?.key === handleFigure) this.#begin(line, y);
      },
      onPressedMoving: ({ y }) => {
        this.#move(y);
        // The library moves a pressed overlay by itself; this call puts the line back.
        if (this.now?.id !== line.id) this.#events.onMove(line.id, null);
      },
      onPressedMoveEnd: () => this.#end(),
      onClick: ({ figure }) => {
        if (figure?.key === cancelFigure) this.#events.onCancel(line);
        else if (figure?.key === handleFigure && !this.#wasDrag) this.#events.onOpen(line);
      },
    };
  }

  /** The line that is being dragged, and its price. */
  get now(): { readonly id: string; readonly price: string } | null {
    return this.#dragged?.hasMoved === true ? { id: this.#dragged.line.id, price: this.#dragged.price } : null;
  }

  #begin(line: ChartLine, at: number | undefined): void {
    this.giveBack();
    this.#wasDrag = false;
    if (!this.#events.onGrab(line)) return;
    const place = this.#candles.chart.convertToPixel({ value: Number(line.value) }, { paneId: candlePane });
    const lineAt = 'y' in place ? place.y : undefined;
    if (at === undefined || lineAt === undefined) return;
    this.#dragged = { line, pressedAt: at, lineAt, price: line.value, hasMoved: false };
    for (const name of interruptions) window.addEventListener(name, this.#interrupt, { capture: true });
  }

  #move(at: number | undefined): void {
    const dragged = this.#dragged;
    if (dragged === null || at === undefined) return;
    const distance = at - dragged.pressedAt;
    if (!dragged.hasMoved && Math.abs(distance) <= clickWithin) return;
    const height = this.#candles.chart.getSize(candlePane, 'main')?.height ?? 0;
    const y = Math.min(Math.max(dragged.lineAt + distance, 0), height);
    const point = this.#candles.chart.convertFromPixel([{ x: 0, y }], { paneId: candlePane });
    const value = Array.isArray(point) ? point[0]?.value : point.value;
    if (value === undefined || !Number.isFinite(value)) return;
    dragged.hasMoved = true;
    dragged.price = this.#events.nearest(value);
    this.#wasDrag = true;
    this.#events.onMove(dragged.line.id, dragged.price);
  }

  #end(): void {
    const dragged = this.#dragged;
    this.#forget();
    if (dragged === null || !dragged.hasMoved) return;
    if (Number(dragged.price) === Number(dragged.line.value)) this.#events.onMove(dragged.line.id, null);
    else this.#events.onDrop(dragged.line, dragged.price);
  }

  giveBack(): void {
    const dragged = this.#dragged;
    this.#forget();
    if (dragged !== null && !this.#candles.isEnded) this.#events.onMove(dragged.line.id, null);
  }

  #forget(): void {
    this.#dragged = null;
    for (const name of interruptions) window.removeEventListener(name, this.#interrupt, { capture: true });
  }

  readonly #interrupt = (event: Event): void => {
    if (event instanceof KeyboardEvent && event.key !== 'Escape') return;
    if (event instanceof MouseEvent && event.type === 'mousedown' && event.button !== 2) return;
    if (event.type === 'contextmenu' || event.type === 'keydown') {
      event.preventDefault();
      event.stopPropagation();
    }
    this.giveBack();
  };
}

const interruptions = ['keydown', 'mousedown', 'contextmenu', 'touchstart', 'touchcancel', 'blur'] as const;
