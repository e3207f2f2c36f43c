import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandPlugin } from './build/brand-plugin.ts';
import { callWordsPlugin } from './build/call-words-plugin.ts';
import { compressPlugin } from './build/compress-plugin.ts';
import { firstTurnPlugin } from './build/first-turn-plugin.ts';
import { pageStylesPlugin } from './build/page-styles-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';
import { readBrand } from './build/read-brand.ts';
import { serviceWorkerPlugin } from './build/service-worker-plugin.ts';
import { verifierPlugin } from './build/verifier-plugin.ts';

const server = process.env.API_URL ?? 'http://127.0.0.1:8080';
/** A product under another name is another folder: see brand/README.md. */
const brand = readBrand(resolve(process.env.BRAND_DIR ?? fileURLToPath(new URL('brand', import.meta.url))));

const proxy = {
  '/api': { target: server },
  '/demo': { target: server },
  '/ws': { target: server, ws: true },
};

/** The app itself, what the home page shares with others, and what is too small to come by itself. */
const inApp =
  /[\\/]src[\\/](app[\\/]start|pages[\\/]home[\\/]HomePage)\.tsx$|[\\/](useInfiniteQuery|infiniteQueryObserver)\.js$|i18n[\\/]market\.|help[\\/]lazy-help|[\\/]FavouriteStar\./;

/** What several pages have in common, by what they are about. */
const sharedGroups = [
  {
    name: 'forms',
    test: /[\\/]src[\\/]((ui[\\/]kit|features[\\/](forms|shell|session)|lib[\\/]format|api[\\/]session)[\\/]|app[\\/]Reaction|i18n[\\/]forms\.)/,
    minShareCount: 4,
    priority: 2,
  },
  {
    name: 'secrets',
    test: /[\\/]src[\\/](features[\\/](codes|passwords)[\\/]|i18n[\\/]codes\.)/,
    minShareCount: 4,
    priority: 2,
  },
  {
    name: 'market',
    test: /[\\/](src[\\/](features[\\/](live|market-data)|pages[\\/](trade|kline|deal))[\\/](?!MarketTitle|SplitBook|MarketNumbers|BuySell)|i18n[\\/]trade\.)/,
    minShareCount: 3,
    priority: 2,
  },
  {
    name: 'numbers',
    test: /[\\/](pages[\\/]kline[\\/](SplitBook|MarketNumbers|BuySell|KlineSkeleton)|market-data[\\/](MarketTitle|CoinFacts)|i18n[\\/](chart|coins)|alerts[\\/]AlertBell|i18n[\\/]alerts)\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  {
    name: 'chart',
    test: /[\\/]src[\\/](features[\\/]chart[\\/](candle|chart|indicators|palette|bar|lazy|Chart)|candle-series|features[\\/]live[\\/]candles|pages[\\/]kline[\\/](KlinePage|IntervalBar))/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  { name: 'order-form', test: /[\\/]pages[\\/]trade[\\/](form|send)[\\/]/, minShareCount: 2, priority: 1 },
  { name: 'orders', test: /[\\/]pages[\\/]trade[\\/]orders[\\/]/, minShareCount: 2, priority: 1 },
  {
    name: 'credentials',
    test: /[\\/]src[\\/](pages[\\/]login|passkeys|i18n[\\/](login|passkeys)|passport)/,
    minShareCount: 2,
    priority: 1,
  },
];

/** Libraries of which a page's first picture needs nearly all. */
const large = /[\\/]node_modules[\\/](react-dom|klinecharts)[\\/]/;
/** Browsers compile all of such a file while it comes, beside the page, instead of each function when it is first called. */
const compiledAhead = '//# allFunctionsCalledOnLoad';

export default defineConfig({
  base: '/',
  plugins: [
    react(),
    brandPlugin(brand),
    callWordsPlugin(),
    pageStylesPlugin(),
    firstTurnPlugin(brand),
    preloadPlugin(),
    serviceWorkerPlugin(),
    verifierPlugin(),
    compressPlugin(),
  ],
  build: {
    target: 'es2023',
    // What the budgets are measured by; not served.
    manifest: true,
    modulePreload: { polyfill: false },
    // A strict content security policy lets no data: addresses in.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        postBanner: ({ moduleIds }) => (moduleIds.some((id) => large.test(id)) ? compiledAhead : ''),
        // The entry names every file, and comes first: a kilobyte of names would.
        chunkFileNames: 'assets/[hash].js',
        assetFileNames: 'assets/[hash][extname]',
        codeSplitting: {
          // On a phone's line a request costs more than some kilobytes: what belongs together comes in one file.
          groups: [
            // Comes first, and asks for the rest.
            { name: 'entry', tags: ['$initial'], priority: 5 },
            // Changes seldom, and stays cached over deployments.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 4,
            },
            // The page that most visits begin with, without what others need as well …
            {
              name: 'home',
              test: /[\\/]src[\\/](pages[\\/]home[\\/](?!DayWorth|\w+Sheet)|i18n[\\/]home\.)/,
              includeDependenciesRecursively: false,
              priority: 4,
            },
            // … which comes with what every visit needs.
            { name: 'app', test: inApp, priority: 3 },
            ...sharedGroups,
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
});
