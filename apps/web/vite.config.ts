import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { brandPlugin } from './build/brand-plugin.ts';
import { callWordsPlugin } from './build/call-words-plugin.ts';
import { consoleIconsPlugin } from './build/console-icons-plugin.ts';
import { compressPlugin } from './build/compress-plugin.ts';
import { firstTurnPlugin } from './build/first-turn-plugin.ts';
import { noMutationsPlugin } from './build/no-mutations-plugin.ts';
import { pageStylesPlugin } from './build/page-styles-plugin.ts';
import { preloadPlugin } from './build/preload-plugin.ts';
import { readBrand } from './build/read-brand.ts';
import { serviceWorkerPlugin } from './build/service-worker-plugin.ts';
import { verifierPlugin } from './build/verifier-plugin.ts';

const server = process.env.API_URL ?? 'http://127.0.0.1:8080';
/** White-label products use another folder: see brand/README.md. */
const brand = readBrand(resolve(process.env.BRAND_DIR ?? fileURLToPath(new URL('brand', import.meta.url))));

const proxy = {
  '/api': { target: server },
  '/demo': { target: server },
  '/ws': { target: server, ws: true },
};

/** The app itself, modules that the home page shares with others, and modules too small for a file of their own. */
const inApp =
  /[\\/]src[\\/](app[\\/]start|pages[\\/]home[\\/]HomePage)\.tsx$|i18n[\\/]market\.|help[\\/]lazy-help|[\\/](FavouriteStar|Checkbox|lazy-content|outcome-message|use-is-wide)\./;

/** The trade page as a phone needs it. The workspace shares most of it, which would otherwise be in files of its own. */
const tradePage =
  /[\\/]src[\\/](pages[\\/]trade[\\/](TradePage|TradeSkeleton|use-has-workspace|lazy-sheets|book[\\/]|orders[\\/]Order(sLoading|Lists)|send[\\/](confirm-pause|order-refused|unfinished-order|use-send-order)|form[\\/](walk-book|order-form|estimate|FormFacts|OrderBoxes|SideSwitch|use-|OrderPanel))|ui[\\/]kit[\\/]Stepper|features[\\/](orders[\\/](send-order|market-scale|NumberBox)|market-data[\\/]price-worth))/;

/** Modules that several pages share, grouped by subject. */
const sharedGroups = [
  {
    name: 'forms',
    test: /[\\/]src[\\/]((ui[\\/](kit|clipboard)|features[\\/](forms|shell|session)|lib[\\/]format|api[\\/]session)[\\/](?!second-factor|CodeField|ListEnd|PasswordField|SecondFactorField|SelectField)|app[\\/]Reaction|i18n[\\/]forms\.)/,
    minShareCount: 4,
    priority: 2,
  },
  {
    name: 'secrets',
    test: /[\\/]src[\\/](features[\\/](codes|passwords)[\\/]|ui[\\/]kit[\\/](Code|Password)Field\.|features[\\/]forms[\\/](SecondFactor|second-factor)|i18n[\\/]codes\.)/,
    minShareCount: 4,
    priority: 2,
  },
  {
    name: 'market',
    test: /[\\/](src[\\/](features[\\/](live|market-data|market-list|market-panels|orders)|pages[\\/](chart|market-detail))[\\/](?!(tables[\\/])?[\w-]+-texts|CoinFacts|lazy-coin|MarketTitle|SplitBook|MarketNumbers|BuySell|CurrencyChoice|HistoryRow|OrderHead|PastOrders|OpenOrder|OpenPair|[Aa]mend|use-amend|lazy-amend|NothingListed|market-(list|filter)\.|use-cancel(?!-refusal)|lazy-cancel|trail\.)|lib[\\/]exact\.|i18n[\\/]trade\.)/,
    minShareCount: 3,
    priority: 2,
  },
  {
    name: 'numbers',
    test: /[\\/](market-panels[\\/](SplitBook|MarketNumbers|BuySell|ChartSkeleton)|market-(list[\\/]MarketTitle|data[\\/]lazy-coin-facts)|i18n[\\/]chart|alerts[\\/](AlertBell|alerts-key|alert-bell-texts))\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  {
    name: 'chart',
    test: /[\\/]src[\\/](features[\\/]chart[\\/]((candles|views|settings|indicators|marks)[\\/](candle|chart-(?!marks|settings-texts)|fast-taps|indicator(-form|-names|s\.)|palette|bar|lazy)|lazy|Chart)|lib[\\/]preferences[\\/]look|candle-series|features[\\/]live[\\/]candles|pages[\\/]chart[\\/](ChartPage|IntervalBar))/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  {
    name: 'money-calls',
    test: /[\\/]contract[\\/]src[\\/](addresses|banks|deposits|transfer|withdrawals)\./,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'money',
    test: /[\\/]src[\\/](features[\\/]money[\\/](?!ConfirmPayment|HoldNote|hold-texts|use-confirmed)|pages[\\/](addresses|bank-accounts)[\\/]\w+\.module|i18n[\\/](money|wallet)\.)/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'hold',
    test: /[\\/](HoldNote|use-seconds-until|hold-texts)\./,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  {
    name: 'withdrawing',
    test: /[\\/](money[\\/](ConfirmPayment|use-confirmed-payment)|i18n[\\/]withdraw)\./,
    includeDependenciesRecursively: false,
    priority: 1,
  },
  // The workspace needs these without the rows of the phone's lists, and the market page without the texts of trading.
  {
    name: 'lists',
    test: /[\\/]market-list[\\/]market-(list|filter)\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  {
    name: 'safety',
    test: /[\\/](KeysStay|security-level|request-code)\./,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'account-calls',
    test: /[\\/]contract[\\/]src[\\/](identity|invite|keys|proof)\./,
    includeDependenciesRecursively: false,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'steps',
    test: /[\\/](kit[\\/](SelectField|Steps|ProgressRing)|skeletons[\\/]FieldsSkeleton)\./,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  // Pages with lists that are read page by page.
  {
    name: 'paging',
    test: /[\\/](useInfiniteQuery|infiniteQueryObserver|page-hooks|use-pages|ListEnd)\./,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  // A file for each would cost the pages more than both together.
  {
    name: 'market-form',
    test: /[\\/](market-form[\\/](?!use-placing)|skeletons[\\/]RowsSkeleton\.)/,
    includeDependenciesRecursively: false,
    priority: 1,
  },
  { name: 'files', test: /[\\/]lib[\\/]files[\\/]/, minShareCount: 2, priority: 1 },
  {
    name: 'orders',
    test: /[\\/](features|pages[\\/]trade)[\\/]orders[\\/](?!tables|[\w-]+-texts)/,
    minShareCount: 2,
    priority: 1,
  },
  {
    name: 'drawing',
    test: /[\\/](features[\\/]chart[\\/]drawing[\\/](Drawing|use-|drawings|drawing-(board|texts)))/,
    includeDependenciesRecursively: false,
    priority: 3,
  },
  {
    name: 'credentials',
    test: /[\\/]src[\\/](pages[\\/]login|passkeys|auth\.|i18n[\\/]passkeys)/,
    minShareCount: 2,
    priority: 1,
  },
];

/** Libraries that a page needs nearly whole for its first paint. */
const large = /[\\/]node_modules[\\/](react-dom|klinecharts)[\\/]/;
/** Makes the browser compile the whole file while it downloads, instead of each function at its first call. */
const compiledAhead = '//# allFunctionsCalledOnLoad';

export default defineConfig({
  base: '/',
  plugins: [
    react(),
    brandPlugin(brand),
    callWordsPlugin(),
    consoleIconsPlugin(),
    noMutationsPlugin(),
    pageStylesPlugin(),
    firstTurnPlugin(brand),
    preloadPlugin(),
    serviceWorkerPlugin(brand),
    verifierPlugin(),
    compressPlugin(),
  ],
  build: {
    target: 'es2023',
    // The budget tests read it; it is not served.
    manifest: true,
    modulePreload: { polyfill: false },
    // The content security policy allows no data: URLs.
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        postBanner: ({ moduleIds }) => (moduleIds.some((id) => large.test(id)) ? compiledAhead : ''),
        // The entry names every file and is loaded first, so names are short: 42 bits of hash.
        chunkFileNames: 'assets/[hash:7].js',
        assetFileNames: 'assets/[hash:7][extname]',
        codeSplitting: {
          // On a mobile network a request costs more than a few kilobytes, so related modules share a file.
          groups: [
            // Loaded first; imports the rest.
            { name: 'entry', tags: ['$initial'], priority: 5 },
            // Changes seldom and stays cached across deployments.
            {
              name: 'react',
              test: /node_modules[\\/](react|react-dom|scheduler)[\\/]/,
              priority: 4,
            },
            // The page that most visits start with, without the modules that it shares …
            {
              name: 'home',
              test: /[\\/]src[\\/](pages[\\/]home[\\/](?!DayWorth|FirstSteps|first-steps|more-texts|\w+Sheet))/,
              includeDependenciesRecursively: false,
              priority: 4,
            },
            // … which are loaded on every visit.
            { name: 'app', test: inApp, priority: 3 },
            { name: 'TradePage', test: tradePage, includeDependenciesRecursively: false, priority: 3 },
            ...sharedGroups,
          ],
        },
      },
    },
  },
  server: { proxy },
  preview: { proxy },
});
