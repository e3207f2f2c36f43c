import type { CSSProperties } from 'react';

/** Row height in both books, in pixels. */
export const rowHeight = 24;

/** Bars move in steps of about a pixel, so that most changes of a book move few of them. */
const depthSteps = 160;

interface BarsPlace {
  /** Edge with the best price's row. */
  readonly best: 'top' | 'bottom';
  /** Edge where bars start. */
  readonly edge: 'left' | 'right';
  readonly tint: string;
}

/**
 * A side's depth bars, best price first and each 0 to 1, as one background of the list of rows.
 * A change of the book moves most bars: as elements, each would cost a style, a layer and an animation.
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
