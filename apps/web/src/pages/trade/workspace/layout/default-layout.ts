import type { Layout, Node, Part, Split } from './layout.ts';

/** Widths of the side columns, CSS px. The chart has the rest. */
const widths = { markets: 250, book: 284, ticket: 288 };
/** The same in a vast window. */
const vastWidths = { markets: 290, book: 340, ticket: 340 };
/** Heights of the tables and of the ticket, CSS px. */
const heights = { orders: 250, ticket: 606, coin: 340 };

/** From this width the markets are beside the chart; below it the market's name opens them. */
const marketsFrom = 1280;
/** From this width the columns beside the chart are wider, and the tables are higher. */
const vastFrom = 2200;

const share = (pixels: number, whole: number): number => (pixels * 100) / whole;

function split(
  direction: Split['direction'],
  whole: number,
  parts: readonly (readonly [Node, number | null])[],
): Split {
  const used = parts.reduce((sum, [, pixels]) => sum + (pixels ?? 0), 0);
  return {
    direction,
    parts: parts.map(([node, pixels]): Part => ({ node, size: share(pixels ?? whole - used, whole) })),
  };
}

/** Below this height there is room for one row of panels: a phone held sideways. */
const rowsFrom = 500;

/** Windows of one room have the same arrangement. */
export function roomOf(width: number, height: number): 'low' | 'narrow' | 'wide' | 'vast' {
  if (height < rowsFrom) return 'low';
  if (width < marketsFrom) return 'narrow';
  return width < vastFrom ? 'wide' : 'vast';
}

const lowLayout = (width: number): Layout =>
  split('row', width, [
    ['chart', null],
    ['book', 220],
    ['ticket', 270],
  ]);

/** The arrangement for a window of this size, until the customer makes another. */
export function defaultLayout(width: number, height: number): Layout {
  const tall = Math.max(height - 78, 600);
  if (height < rowsFrom) return lowLayout(width);
  if (width < marketsFrom) {
    return split('row', width, [
      [
        split('column', tall, [
          ['chart', null],
          ['orders', 220],
        ]),
        null,
      ],
      [
        split('column', tall, [
          ['book', null],
          ['trades', 240],
        ]),
        220,
      ],
      ['ticket', 270],
    ]);
  }
  const isVast = width >= vastFrom;
  const { markets, book, ticket } = isVast ? vastWidths : widths;
  const middle = split('column', tall, [
    [
      split('row', width - markets - ticket, [
        ['chart', null],
        ['book', book],
      ]),
      null,
    ],
    ['orders', isVast ? 380 : heights.orders],
  ]);
  return split('row', width, [
    [
      split('column', tall, [
        ['markets', null],
        ['coin', heights.coin],
      ]),
      markets,
    ],
    [middle, null],
    [
      split('column', tall, [
        ['ticket', Math.min(heights.ticket, tall - 200)],
        ['trades', null],
      ]),
      ticket,
    ],
  ]);
}
