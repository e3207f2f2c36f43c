import { type UpColor, useUpColor } from '../../lib/preferences/up-color.ts';

/** The colours that a chart is drawn in, as the design tokens are now. */
export interface Palette {
  readonly up: string;
  readonly down: string;
  readonly upFill: string;
  readonly downFill: string;
  readonly text: string;
  readonly second: string;
  readonly weak: string;
  readonly accent: string;
  readonly page: string;
  readonly raised: string;
  readonly hairline: string;
  readonly font: string;
}

/** Colours of averages and bands, in this order, distinct from each other and from up and down in every palette. */
export const lineColors: readonly string[] = ['#f5b84b', '#c58cff', '#5bc8f5', '#8fb1ff', '#ff9f7a'];

const read = new Map<UpColor, Palette>();

/** The document's tokens; they change only with the customer's choice of colours. */
function paletteOf(upColor: UpColor): Palette {
  const known = read.get(upColor);
  if (known) return known;
  const palette = readTokens();
  read.set(upColor, palette);
  return palette;
}

export const usePalette = (): Palette => paletteOf(useUpColor());

function readTokens(): Palette {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string): string => style.getPropertyValue(`--${name}`).trim();
  return {
    up: token('up'),
    down: token('down'),
    upFill: token('buy-fill'),
    downFill: token('sell-fill'),
    text: token('text'),
    second: token('text-2'),
    weak: token('weak'),
    accent: token('accent'),
    page: token('page'),
    raised: token('raised'),
    hairline: token('hairline'),
    font: token('font'),
  };
}
