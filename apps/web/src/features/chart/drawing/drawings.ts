import { drawingsKey } from './drawing-keys.ts';
/** Kinds of drawings. */
export const drawingKinds = ['segment', 'level', 'parallel', 'fibonacci', 'text', 'measure'] as const;
export type DrawingKind = (typeof drawingKinds)[number];

/** Number of points of each kind. */
export const pointsOf: Readonly<Record<DrawingKind, number>> = {
  segment: 2,
  level: 1,
  parallel: 3,
  fibonacci: 2,
  text: 1,
  measure: 2,
};

export const drawingColors: readonly string[] = ['#f5d076', '#8fb1ff', '#5bc8f5', '#c58cff', '#ff9f7a', '#eaf0ff'];
const widths = [1, 2, 3] as const;

/** A drawing's colour in the current theme. Stored colours are those of the dark theme. */
export const inkOf = (color: string, { drawings }: { readonly drawings: readonly string[] }): string =>
  drawings[drawingColors.indexOf(color)] || color;

/** A customer's drawing, at times and prices: it keeps its position when the chart's interval changes. */
export interface Drawing {
  readonly id: string;
  readonly kind: DrawingKind;
  readonly points: readonly { readonly timestamp: number; readonly value: number }[];
  readonly color: string;
  readonly width: number;
  readonly locked: boolean;
  /** Empty for every kind except `text`. */
  readonly text: string;
}

/** Maximum number of drawings per market, so that drawings can't fill the browser's storage. */
export const maxDrawings = 100;
const textLengthMax = 80;

export function loadDrawings(customer: string | null, symbol: string): readonly Drawing[] {
  return parseDrawings(localStorage.getItem(drawingsKey(customer, symbol)));
}

/** Returns false if the browser's storage is full. */
export function saveDrawings(customer: string | null, symbol: string, drawings: readonly Drawing[]): boolean {
  const key = drawingsKey(customer, symbol);
  try {
    if (drawings.length === 0) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(drawings));
    return true;
  } catch {
    return false;
  }
}

/** Reports the drawings whenever another tab changes them. Returns a function that stops the reports. */
export function followDrawings(
  customer: string | null,
  symbol: string,
  onChange: (drawings: readonly Drawing[]) => void,
): () => void {
  const key = drawingsKey(customer, symbol);
  const onStorage = (event: StorageEvent): void => {
    if (event.key === key || event.key === null) onChange(loadDrawings(customer, symbol));
  };
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}

/** Parses stored drawings and skips invalid ones. */
export function parseDrawings(text: string | null): readonly Drawing[] {
  try {
    const list: unknown = JSON.parse(text ?? '[]');
    return Array.isArray(list) ? list.flatMap(readDrawing).slice(-maxDrawings) : [];
  } catch {
    return [];
  }
}

function readDrawing(entry: unknown): readonly Drawing[] {
  if (typeof entry !== 'object' || entry === null) return [];
  const { id, kind, points, color, width, locked, text }: Partial<Record<keyof Drawing, unknown>> = entry;
  const known = drawingKinds.find((one) => one === kind);
  const places = readPoints(points);
  if (typeof id !== 'string' || known === undefined || places === null) return [];
  return [
    {
      id,
      kind: known,
      points: places,
      color: drawingColors.find((one) => one === color) ?? drawingColors[0] ?? '',
      width: widths.find((one) => one === width) ?? 2,
      locked: locked === true,
      text: typeof text === 'string' ? text.slice(0, textLengthMax) : '',
    },
  ];
}

function readPoints(points: unknown): Drawing['points'] | null {
  if (!Array.isArray(points) || points.length === 0) return null;
  const read = points.flatMap((point: unknown) => {
    if (typeof point !== 'object' || point === null) return [];
    const { timestamp, value }: { timestamp?: unknown; value?: unknown } = point;
    return typeof timestamp === 'number' && typeof value === 'number' ? [{ timestamp, value }] : [];
  });
  return read.length === points.length ? read : null;
}

/** The item after `one`; after the last item, the first. */
function after<T>(all: readonly T[], one: T): T {
  return all[(all.indexOf(one) + 1) % all.length] ?? one;
}

export const nextWidth = (width: number): number => after<number>(widths, width);
