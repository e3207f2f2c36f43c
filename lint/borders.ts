import type { OxlintOverride } from 'oxlint';

/**
 * The allowed imports. `docs/architecture.md` shows them as a picture; `test/tidy/borders.test.ts` tests every border from both sides.
 */

interface Pattern {
  regex?: string;
  group?: string[];
  message: string;
  allowTypeImports?: boolean;
}

type Border = OxlintOverride;

const onePackageDoor: Pattern = {
  regex: '^@fft/[a-z-]+/',
  message: 'Import packages only by name, not by path.',
};
const otherWorkspaceByName: Pattern = {
  regex: '^(\\.\\./)+((packages|apps|bench)/|[a-z-]+/src/)',
  message: 'Import other workspaces by name, not by path.',
};
const noTestkit: Pattern = { group: ['@fft/testkit'], message: 'Only tests may import the testkit.' };
const noApp: Pattern = {
  regex: '^@fft/(exchange|web|console|maker|signer|bench)$',
  message: 'Nothing imports an app.',
};
const noNode: Pattern = { regex: '^node:', message: 'Node modules are not available in the browser.' };
const smallZod: Pattern = { regex: '^zod$', message: 'Import zod/mini: the full build weighs 90 KB.' };
const noReact: Pattern = { regex: '^react(-dom)?($|/)', message: 'The server must not use React.' };

/** Imports that no file may have, unless its own border allows them. */
export const everywhere: Pattern[] = [onePackageDoor, otherWorkspaceByName, noTestkit, noApp];

function border(files: string, ...patterns: Pattern[]): Border {
  return { files: [files], rules: { 'eslint/no-restricted-imports': ['error', { patterns }] } };
}

/** Allows own files and these packages only. */
function only(packages: readonly string[], message: string): Pattern {
  return { group: ['**', '!./**', '!../**', ...packages.map((name) => `!${name}`)], message };
}

/** Allows only these of our packages. */
function onlyOurs(packages: readonly string[], message: string): Pattern {
  return { group: ['@fft/**', ...packages.map((name) => `!${name}`)], message };
}

/** The apps import the kit's two style sheets by path. */
const cssOfKit: Pattern = {
  group: ['@fft/*/**', '!@fft/kit/base.css', '!@fft/kit/tokens.css'],
  message: onePackageDoor.message,
};
const browser = ['@fft/contract', '@fft/client', '@fft/decimal', '@fft/kit', '@fft/kit/*'];

const packageBorders: readonly Border[] = [
  border('packages/decimal/**', onePackageDoor, otherWorkspaceByName, only([], 'Decimal imports nothing.')),
  border(
    'packages/engine/**',
    onePackageDoor,
    otherWorkspaceByName,
    only(['@fft/decimal'], 'The engine imports nothing but decimal.'),
  ),
  border(
    'packages/contract/**',
    onePackageDoor,
    otherWorkspaceByName,
    only(['zod/mini'], "The contract imports nothing but zod's small build."),
  ),
  border(
    'packages/client/**',
    onePackageDoor,
    otherWorkspaceByName,
    only(['@fft/contract'], 'The client knows the contract alone.'),
  ),
  border(
    'packages/journal/**',
    onePackageDoor,
    otherWorkspaceByName,
    noApp,
    noTestkit,
    onlyOurs(['@fft/postgres'], 'The journal stores bytes: it knows no command and no call.'),
  ),
  border(
    'packages/postgres/**',
    onePackageDoor,
    otherWorkspaceByName,
    onlyOurs([], 'It connects to a database: it knows nothing of what is in it.'),
  ),
  border('packages/testkit/**', onePackageDoor, otherWorkspaceByName, noApp),
  border(
    'packages/kit/**',
    onePackageDoor,
    otherWorkspaceByName,
    onlyOurs(
      ['@fft/client', '@fft/contract'],
      'The kit is shared by both apps: it knows the contract and its client alone.',
    ),
    noNode,
  ),
  border('packages/chains/**', otherWorkspaceByName, {
    regex: '^@fft/',
    message: 'The chains package may not import other packages.',
  }),
  border(
    'packages/bank-files/**',
    onePackageDoor,
    otherWorkspaceByName,
    onlyOurs([], 'It reads and writes files: it knows nothing of the exchange.'),
    noNode,
  ),
  border('apps/signer/**', otherWorkspaceByName, {
    regex: '^@fft/(bank-files|client|contract|decimal|demo-market|engine|exchange|journal|maker|testkit|web|bench)$',
    message: 'The signer holds the keys: it may only import the chains and liabilities packages.',
  }),
  // The demo is the exchange and more: it composes the exchange's parts from inside.
  border('apps/demo/**', onePackageDoor, noTestkit, noApp, {
    regex: '^(\\.\\./)+(packages|bench|web|console|maker|signer)/',
    message: 'The demo knows the exchange, and other workspaces by name.',
  }),
  border(
    'apps/maker/**',
    onePackageDoor,
    otherWorkspaceByName,
    onlyOurs(
      ['@fft/contract', '@fft/client', '@fft/decimal', '@fft/demo-market'],
      "The maker is an ordinary client: it knows contract, client, decimal, and the demo's market.",
    ),
  ),
];

const consoleBase: readonly Pattern[] = [
  cssOfKit,
  otherWorkspaceByName,
  onlyOurs(
    [...browser, '@fft/console-contract'],
    'The console may only import both contracts, client, decimal and kit.',
  ),
  noNode,
  smallZod,
];

/** Rooms of the console, from the lowest up, each with the rooms that it may import. */
export const consoleRooms: Readonly<Record<string, readonly string[]>> = {
  lib: [],
  i18n: [],
  api: ['lib', 'i18n'],
  ui: ['lib', 'i18n'],
  features: ['lib', 'i18n', 'api', 'ui'],
  pages: ['lib', 'i18n', 'api', 'ui', 'features'],
  app: ['lib', 'i18n', 'api', 'ui', 'features', 'pages'],
};

/** Rooms of the console that others import by their `index.ts` alone. */
const consoleDoors: Pattern = {
  group: [...['api', 'ui'].flatMap((room) => [`../${room}/**`, `../**/${room}/**`]), '!../index.ts', '!../**/index.ts'],
  message: 'Import api and ui by their index.ts.',
};

/** Each page and each feature is one folder that knows none of its siblings. */
const noSibling: Pattern = {
  regex: '^\\.\\./[a-z]',
  message: 'Pages and features do not import their siblings: move what they share to a lower room.',
};

function consoleBorder(room: string, allowed: readonly string[]): Border {
  const others = Object.keys(consoleRooms).filter((other) => other !== room && !allowed.includes(other));
  return border(
    `apps/console/src/${room}/**`,
    ...consoleBase,
    ...(room === 'pages' || room === 'features' ? [noSibling] : []),
    {
      regex: `^(\\.\\./)+(${others.join('|')})/`,
      allowTypeImports: room === 'ui',
      message: `The console's ${room} imports ${allowed.length === 0 ? 'no other room' : `no room but ${allowed.join(', ')}`}.`,
    },
    // Last: a negation in a group lets the import past the patterns that follow it.
    ...(room === 'api' || room === 'ui' ? [] : [consoleDoors]),
  );
}

const consoleBorders: readonly Border[] = [
  border('apps/console/src/**', ...consoleBase),
  ...Object.entries(consoleRooms).map(([room, allowed]) => consoleBorder(room, allowed)),
];

/** Foundations of the server, from the lowest up, each with the rooms that it may import. */
export const foundations: Readonly<Record<string, readonly string[]>> = {
  refusals: [],
  platform: ['refusals'],
  config: ['platform'],
  database: ['platform', 'config'],
  authority: [],
  audit: ['authority', 'database', 'refusals', 'platform'],
  transport: ['platform', 'config', 'database', 'refusals'],
  ledger: ['platform', 'config', 'database', 'refusals', 'audit'],
  assets: ['platform', 'config', 'database', 'refusals', 'authority', 'audit', 'ledger'],
  metrics: ['platform', 'transport', 'ledger'],
  supervisor: ['platform', 'config', 'database', 'metrics'],
};

/** Modules of the server, one per part of the business. They may import any foundation, but only types from each other. */
export const modules: readonly string[] = [
  'accounts',
  'admin',
  'banks',
  'binance',
  'content',
  'custody',
  'demo',
  'funds',
  'identity',
  'markets',
  'notifications',
  'orders',
  'pictures',
];

const serverBase = [onePackageDoor, otherWorkspaceByName, noTestkit, noApp, noReact];
const rooms = [...Object.keys(foundations), ...modules];

function roomBorder(room: string, allowed: readonly string[]): Border {
  const others = rooms.filter((other) => other !== room && !allowed.includes(other));
  return border(`apps/exchange/src/${room}/**`, ...serverBase, {
    regex: `^(\\.\\./)+(${others.join('|')})/`,
    message: `${room} imports ${allowed.length === 0 ? 'no other room' : `no room but ${allowed.join(', ')}`}: app.ts passes the rest.`,
  });
}

/** A part of the markets module that every module may import: the wire format. */
const shared = ['**/markets/tickers/wire.ts'];

function moduleBorder(module: string): Border {
  const others = modules.filter((other) => other !== module);
  return border(
    `apps/exchange/src/${module}/**`,
    ...serverBase,
    {
      regex: `^(\\.\\./)+(${others.join('|')})/([a-z-]+/)?index\\.ts$`,
      allowTypeImports: true,
      message: 'Import only types from other modules: app.ts passes the rest.',
    },
    {
      group: [
        ...others.flatMap((other) => [`../${other}/**`, `../**/${other}/**`]),
        ...['../*/index.ts', '../*/*/index.ts', '../../*/index.ts', '../../*/*/index.ts', ...shared].map(
          (allowed) => `!${allowed}`,
        ),
      ],
      message: 'Do not import from inside another module: app.ts passes what is needed.',
    },
  );
}

const webBase = [
  cssOfKit,
  otherWorkspaceByName,
  onlyOurs(
    [...browser, '@fft/liabilities'],
    'The web app may only import contract, client, decimal, liabilities and kit.',
  ),
  noNode,
  smallZod,
];

/** Rooms of the web app, from the lowest up, each with the rooms that it may import. `app` imports any. */
const webRooms: Readonly<Record<string, readonly string[]>> = {
  i18n: [],
  lib: ['i18n'],
  ui: ['lib', 'i18n'],
  api: ['lib', 'i18n'],
  features: ['api', 'ui', 'lib', 'i18n'],
  pages: ['features', 'api', 'ui', 'lib', 'i18n'],
};

/** Another file than `index.ts`: the linter's regular expressions know no lookahead. */
const notIndex = '([A-Z]|[a-hj-z]|i[a-mo-z]|in[a-ce-z]|ind[a-df-z]|inde[a-wyz]|index[^.])';

function webBorder(room: string, files: string, ...inside: Pattern[]): Border {
  const allowed = webRooms[room] ?? [];
  const others = ['app', ...Object.keys(webRooms)].filter((other) => other !== room && !allowed.includes(other));
  return border(
    `apps/web/src/${room}/${files}`,
    ...webBase,
    {
      regex: `^(\\.\\./)+(${others.join('|')})/`,
      message: `${room} imports ${allowed.length === 0 ? 'no other room' : `no room but ${allowed.join(', ')}`}.`,
    },
    ...inside,
  );
}

const otherPage = 'A page imports no other page: what several pages share is a feature.';

/** Files of a page or feature, by how deep they are in it, and the way from them to its siblings. */
const depths = [1, 2, 3, 4].map((depth) => ({ files: `${'*/'.repeat(depth)}*`, up: '\\.\\./'.repeat(depth) }));

const webBorders: readonly Border[] = [
  border('apps/web/src/**', ...webBase),
  ...['i18n', 'lib', 'ui', 'api'].map((room) => webBorder(room, '**')),
  ...depths.flatMap((depth) => [
    webBorder('features', depth.files, {
      regex: `^${depth.up}[a-z-]+/${notIndex}`,
      message: 'A feature imports another by its index.ts.',
    }),
    webBorder('pages', depth.files, { regex: `^${depth.up}[a-z-]+/`, message: otherPage }),
  ]),
];

const serverBorders: readonly Border[] = [
  border('apps/exchange/{src,cli}/**', ...serverBase),
  ...Object.entries(foundations).map(([room, allowed]) => roomBorder(room, allowed)),
  ...modules.map(moduleBorder),
  border('apps/exchange/src/{main,run-exchange}.ts', ...serverBase, {
    allowTypeImports: true,
    regex: `^\\./(${modules.join('|')})/`,
    message: 'app.ts alone puts the modules together.',
  }),
  border('apps/exchange/src/database/tables.ts', ...serverBase, {
    regex: `^\\.\\./(${[...modules, 'ledger', 'audit', 'assets'].join('|')})/`,
    allowTypeImports: true,
    message: 'The database may only import the types of tables from other rooms.',
  }),
];

/** For tests that know the exchange and its demo from inside. */
const insideExchange: readonly Pattern[] = [
  onePackageDoor,
  noApp,
  {
    regex: '^(\\.\\./)+((packages|bench)/|(apps/)?(web|console|maker|signer)/)',
    message: otherWorkspaceByName.message,
  },
];

const testBorders: readonly Border[] = [
  {
    files: ['**/*.test.{ts,tsx}', '**/test/**', '{apps,packages}/*/testing/**', 'test/**', 'e2e/**', 'bench/**'],
    rules: {
      'eslint/no-restricted-imports': ['error', { patterns: [onePackageDoor, otherWorkspaceByName, noApp] }],
      'eslint/max-lines-per-function': 'off',
      'oxc/no-async-await': 'off',
      'unicorn/consistent-function-scoping': 'off',
    },
  },
  // Nearly every test of the exchange needs a demo's parts: a mailbox with its codes, money, a chain.
  border('apps/{exchange,demo}/**/*.test.ts', ...insideExchange),
  border('apps/exchange/testing/**', ...insideExchange),
  border(
    'apps/exchange/testing/quick-keystore.ts',
    { group: ['@fft/*/**', '!@fft/signer/keystore'], message: onePackageDoor.message },
    otherWorkspaceByName,
    noApp,
  ),
  // Costs are measured at the exchange's parts, without a server around them.
  border('bench/src/costs/**', ...insideExchange),
  {
    files: ['e2e/**', 'scripts/**'],
    rules: {
      'eslint/no-restricted-imports': [
        'error',
        {
          patterns: [
            onePackageDoor,
            noApp,
            {
              group: [
                '../**/packages/**',
                '../**/bench/**',
                '../**/apps/**',
                '!../**/apps/web/src/i18n/*.ts',
                '!../**/apps/web/src/**/*-texts.ts',
                '!../**/apps/console/src/i18n/*.ts',
                '!../**/apps/exchange/src/platform/postgres/embedded-postgres.ts',
                '!../**/apps/exchange/src/database/run-once.ts',
                '!../**/apps/exchange/testing/migrated-database.ts',
              ],
              message:
                'Journeys know the product from outside; of the apps they know the words that people read, and the PostgreSQL that tests run over.',
            },
          ],
        },
      ],
    },
  },
];

export const borders: Border[] = [
  ...packageBorders,
  ...webBorders,
  ...consoleBorders,
  ...serverBorders,
  ...testBorders,
];
