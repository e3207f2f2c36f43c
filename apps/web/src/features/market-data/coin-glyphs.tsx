import type { ReactNode } from 'react';

/** A coin's disc (gradient from the top left to the bottom right) and its white glyph, on a grid of 40. */
export interface CoinGlyph {
  readonly from: string;
  readonly to: string;
  readonly glyph: ReactNode;
}

const line = {
  fill: 'none',
  stroke: '#fff',
  strokeWidth: 2.4,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const petals = [0, 60, 120, 180, 240, 300];

/** Our own drawings, none of them a project's logo. Fiat currencies have signs instead: see `moneySigns`. */
export const coinGlyphs: Readonly<Record<string, CoinGlyph>> = {
  BTC: {
    from: '#ffae42',
    to: '#e07b12',
    glyph: (
      <g fill="#fff">
        <rect x="11.2" y="9.4" width="13" height="5.4" rx="1.7" />
        <rect x="14.6" y="17" width="14" height="5.6" rx="1.7" />
        <rect x="11.2" y="24.8" width="14.4" height="5.4" rx="1.7" />
      </g>
    ),
  },
  ETH: {
    from: '#8f9bff',
    to: '#4f5fe0',
    glyph: <path {...line} d="M20 10.2l8.4 4.7v10.2L20 29.8l-8.4-4.7V14.9zM11.8 15l8.2 4.7 8.2-4.7M20 19.7v10" />,
  },
  SOL: {
    from: '#3ed2b4',
    to: '#7a4fe8',
    glyph: (
      <>
        <path fill="#fff" d="M13 24a7 7 0 0114 0z" />
        <path {...line} d="M10.6 28.2h18.8M20 10.4v2.8M11.9 13.7l1.9 2.1M28.1 13.7l-1.9 2.1" />
      </>
    ),
  },
  BNB: {
    from: '#f3cf4e',
    to: '#bd8d0f',
    glyph: (
      <g {...line}>
        <path d="M20 9.8l4.2 4.2-4.2 4.2-4.2-4.2zM20 21.8l4.2 4.2-4.2 4.2-4.2-4.2z" />
        <path strokeWidth={2.8} d="M11 16.4l3.6 3.6-3.6 3.6M29 16.4L25.4 20l3.6 3.6" />
      </g>
    ),
  },
  POL: {
    from: '#b48cff',
    to: '#6a35c9',
    glyph: (
      <g {...line}>
        <path d="M14.6 12.2l5 2.9v5.8l-5 2.9-5-2.9v-5.8z" />
        <path d="M25.4 16.2l5 2.9v5.8l-5 2.9-5-2.9v-5.8z" />
      </g>
    ),
  },
  XRP: {
    from: '#75829f',
    to: '#465372',
    glyph: (
      <path
        {...line}
        d="M10.4 17.4c2.9-3.9 6.2-3.9 9.6-1s6.7 2.9 9.6-1M10.4 24.9c2.9-3.9 6.2-3.9 9.6-1s6.7 2.9 9.6-1"
      />
    ),
  },
  DOGE: {
    from: '#dcb65c',
    to: '#a87c1c',
    glyph: (
      <g fill="#fff">
        <ellipse cx="12.3" cy="19" rx="2.2" ry="2.6" />
        <ellipse cx="17.2" cy="13.6" rx="2.3" ry="2.8" />
        <ellipse cx="22.8" cy="13.6" rx="2.3" ry="2.8" />
        <ellipse cx="27.7" cy="19" rx="2.2" ry="2.6" />
        <path d="M20 20c3.7 0 6.8 3.6 6.8 6.4 0 2-1.5 3-3.3 3-1.3 0-2.3-.5-3.5-.5s-2.2.5-3.5.5c-1.8 0-3.3-1-3.3-3 0-2.8 3.1-6.4 6.8-6.4z" />
      </g>
    ),
  },
  LTC: { from: '#aab4ca', to: '#6c7893', glyph: <path fill="#fff" d="M22.6 9L13 21.6h5.8L17.2 31 27 18.2h-5.9z" /> },
  LINK: {
    from: '#5f8bff',
    to: '#2452cf',
    glyph: (
      <g {...line}>
        <rect x="8.8" y="15.6" width="12.6" height="8.8" rx="4.4" />
        <rect x="18.6" y="15.6" width="12.6" height="8.8" rx="4.4" />
      </g>
    ),
  },
  AVAX: {
    from: '#ff6f7d',
    to: '#d02f4b',
    glyph: (
      <g {...line} strokeWidth={2}>
        {[0, 60, 120].map((turn) => (
          <path
            key={turn}
            transform={`rotate(${turn} 20 20)`}
            d="M20 9.8v20.4M17.4 11.2L20 13.8l2.6-2.6M17.4 28.8L20 26.2l2.6 2.6"
          />
        ))}
      </g>
    ),
  },
  DOT: {
    from: '#ef5aa8',
    to: '#b02576',
    glyph: (
      <>
        <circle cx="20" cy="20" r="4.2" fill="#fff" />
        <ellipse {...line} cx="20" cy="20" rx="11.4" ry="6.4" transform="rotate(-45 20 20)" />
      </>
    ),
  },
  ADA: {
    from: '#4f92f5',
    to: '#1c55c0',
    glyph: (
      <g fill="#fff">
        {petals.map((turn) => (
          <ellipse key={turn} cx="20" cy="13.8" rx="2.4" ry="4.2" transform={`rotate(${turn} 20 20)`} />
        ))}
      </g>
    ),
  },
  BCH: {
    from: '#4fc182',
    to: '#248a56',
    glyph: <path {...line} strokeWidth={3} d="M12.6 10.4v3.2L20 21l7.4-7.4v-3.2M20 21v9" />,
  },
  XLM: {
    from: '#7c88a8',
    to: '#3f4a68',
    glyph: (
      <path
        fill="#fff"
        d="M20 9c1.3 6.8 4.2 9.7 11 11-6.8 1.3-9.7 4.2-11 11-1.3-6.8-4.2-9.7-11-11 6.8-1.3 9.7-4.2 11-11z"
      />
    ),
  },
  USDT: {
    from: '#45c898',
    to: '#1c8a62',
    glyph: (
      <g {...line}>
        <circle cx="20" cy="20" r="10.4" />
        <path strokeWidth={2.7} d="M16 17.4h8M16 22.8h8" />
      </g>
    ),
  },
  USDC: {
    from: '#5f95f2',
    to: '#2458c4',
    glyph: (
      <g {...line}>
        <circle cx="20" cy="12.2" r="2.5" />
        <path d="M20 14.8v14.8M16 18.2h8M10.8 21.6c.4 5 4.2 8 9.2 8s8.8-3 9.2-8" />
      </g>
    ),
  },
};

/** Fiat money: its sign on a plain disc with an edge. */
export const moneySigns: Readonly<Record<string, string>> = {
  USD: '$',
  EUR: '€',
  CNY: '¥',
  HKD: 'HK$',
  GBP: '£',
  JPY: '¥',
};
