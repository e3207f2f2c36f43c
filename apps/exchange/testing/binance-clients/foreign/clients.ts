/** Languages in which clients run. */
export type Language = 'Node' | 'Python' | 'Go' | 'Rust' | 'Java';

/** One client of Binance's API that others wrote, with the driver that trades by it. */
export interface ForeignClient {
  /** As the page calls it. */
  readonly name: string;
  readonly language: Language;
  /** Package and exact version, as the language's registry names them; the first one is the client. */
  readonly packages: readonly (readonly [name: string, version: string])[];
  /** In `drivers`; the snippets of the page lie beside it when it runs. */
  readonly driver: string;
  /** Ids of snippets of the page. */
  readonly snippets: readonly string[];
  /** Where the views come from that are compared with REST. */
  readonly views: string;
  /** The kind of its API key; HMAC by default. */
  readonly key?: 'hmac' | 'ed25519';
  /** The oldest Python that its package is for, where that is younger than the usual one. */
  readonly python?: string;
}

export const foreignClients: readonly ForeignClient[] = [
  {
    name: 'ccxt',
    language: 'Node',
    packages: [['ccxt', '4.5.84']],
    driver: 'node-ccxt.js',
    snippets: ['ccxt.ts'],
    views: 'book and candle by streams, orders by events',
  },
  {
    name: '@binance/spot',
    language: 'Node',
    packages: [['@binance/spot', '32.0.4']],
    driver: 'node-binance-spot.js',
    snippets: ['binance-spot.ts'],
    views: 'book and candle by streams, orders by events',
    key: 'ed25519',
  },
  {
    name: '@binance/connector',
    language: 'Node',
    packages: [['@binance/connector', '3.6.1']],
    driver: 'node-binance-connector.js',
    snippets: ['binance-connector.ts'],
    views: 'book and candle by streams, orders by its calls',
  },
  {
    name: 'node-binance-api',
    language: 'Node',
    packages: [['node-binance-api', '1.0.33']],
    driver: 'node-binance-api.js',
    snippets: ['node-binance-api.ts'],
    views: 'book and candle by streams, orders by its calls',
  },
  {
    name: 'binance',
    language: 'Node',
    packages: [['binance', '3.6.5']],
    driver: 'node-binance.js',
    snippets: ['binance.js'],
    views: 'book and candle by streams, orders by events',
  },
  {
    name: 'binance-api-node',
    language: 'Node',
    packages: [['binance-api-node', '0.13.10']],
    driver: 'node-binance-api-node.js',
    snippets: ['binance-api-node.js'],
    views: 'book and candle by streams, orders by events',
  },
  {
    name: 'python-binance',
    language: 'Python',
    packages: [['python-binance', '1.0.37']],
    driver: 'python_binance_driver.py',
    snippets: ['python_binance.py'],
    views: 'book and candle by streams, orders by events',
  },
  {
    name: 'ccxt (Python)',
    language: 'Python',
    packages: [['ccxt', '4.5.90']],
    driver: 'ccxt_driver.py',
    snippets: ['freqtrade.json'],
    views: 'book and candle by streams, orders by events',
  },
  {
    name: 'unicorn-binance-suite',
    language: 'Python',
    packages: [
      ['unicorn-binance-local-depth-cache', '2.14.0'],
      ['unicorn-binance-websocket-api', '2.16.1'],
      ['unicorn-binance-rest-api', '2.12.0'],
    ],
    driver: 'unicorn_driver.py',
    snippets: ['unicorn.py'],
    views: 'book and candle by streams, orders by events',
  },
  {
    name: 'binance-sdk-spot',
    language: 'Python',
    packages: [['binance-sdk-spot', '13.3.0']],
    driver: 'binance_sdk_driver.py',
    snippets: ['binance_sdk_spot_fft.py'],
    views: 'book and candle by streams, orders by events',
  },
  {
    name: 'NautilusTrader',
    language: 'Python',
    packages: [['nautilus-trader', '1.231.0']],
    driver: 'nautilus_driver.py',
    snippets: ['nautilus.py'],
    views: 'book by streams, orders by events, closed candles',
    key: 'ed25519',
    python: '3.12',
  },
  {
    name: 'freqtrade',
    language: 'Python',
    packages: [['freqtrade', '2026.9']],
    driver: 'freqtrade_driver.py',
    snippets: ['freqtrade.json'],
    views: 'book and orders by its calls, candles by `download-data`',
  },
  {
    name: 'go-binance',
    language: 'Go',
    packages: [['github.com/adshao/go-binance/v2', 'v2.8.7']],
    driver: 'go-binance.go',
    snippets: ['connect.go'],
    views: 'book and candle by streams, orders by events',
  },
  {
    name: 'binance-sdk',
    language: 'Rust',
    packages: [['binance-sdk', '77.2.0']],
    driver: 'binance-sdk.rs',
    snippets: ['connect.rs'],
    views: 'book and candle by streams, orders by events',
  },
  {
    name: 'XChange',
    language: 'Java',
    packages: [['org.knowm.xchange:xchange-stream-binance', '5.2.0']],
    driver: 'Xchange.java',
    snippets: ['Connect.java'],
    views: 'book and candle by streams, orders by its calls',
  },
];
