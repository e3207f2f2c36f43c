import type { CSSProperties } from 'react';

/** Of a row, in both books, in pixels. */
export const rowHeight = 24;

/** Bars move in steps of about a pixel: most changes of a book then move few of them. */
const depthSteps = 160;

interface BarsPlace {
  /** Where the best price's row is. */
  readonly best: 'top' | 'bottom';
  /** Where a bar begins. */
  readonly edge: 'left' | 'right';
  readonly tint: string;
}

/**
 * A side's depth bars, best price first and each 0 to 1, as the background of the list of its rows.
 * One change of a book moves most of its bars: as elements each of them is a style, a layer and an animation anew.
 */
export function depthBars(depths: readonly number[], { best, edge, tint }: BarsPlace): CSSProperties {
  const bar = `linear-gradient(${tint}, ${tint})`;
  const shares = depths.map((depth) => Math.round(depth * depthSteps) / depthSteps);
  return {
    backgroundImage: depths.map(() => bar).join(),
    backgroundPosition: depths.map((_, place) => `${edge} 0 ${best} ${place * rowHeight + 1}px`).join(),
    backgroundRepeat: 'no-repeat',
    backgroundSize: shares.map((share) => `${(share * 100).toFixed(3)}% ${rowHeight - 2}px`).join(),
  };
}
