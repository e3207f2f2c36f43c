import { useSyncExternalStore } from 'react';
import { currentLook, onLook } from '../../../lib/preferences/look.ts';

/** A chart's colours, read from the current design tokens. */
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
  readonly card: string;
  readonly raised: string;
  readonly flat: string;
  readonly hairline: string;
  readonly font: string;
  /** Colours of averages and bands, in this order, distinct from each other and from up and down. */
  readonly lines: readonly string[];
  /** The theme's replacements for `drawingColors`, in the same order; without one, a drawing keeps its chosen colour. */
  readonly drawings: readonly string[];
}

/** Line colours of the dark theme. Only the light theme, which the app loads late, has tokens for lines. */
const darkLines = '#f5b84b #c58cff #5bc8f5 #8fb1ff #ff9f7a #7fe0c3 #e58bd0';

const read = new Map<string, Palette>();

/** Reads the document's tokens once per look: the tokens change only with the customer's choices. */
function currentPalette(): Palette {
  const look = currentLook();
  const known = read.get(look);
  if (known) return known;
  const palette = readTokens();
  read.set(look, palette);
  return palette;
}

export const usePalette = (): Palette => useSyncExternalStore(onLook, currentPalette);

const list = (text: string): readonly string[] => text.split(' ');

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
    card: token('card'),
    raised: token('raised'),
    flat: token('flat-fill') || token('raised'),
    hairline: token('hairline'),
    font: token('font'),
    lines: list(token('chart-lines') || darkLines),
    drawings: list(token('chart-drawings')),
  };
}
