import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { root } from './project-files.ts';

/** Code that must be refused at a path, with the rule that refuses it; `null` if it is allowed there. */
const rows: readonly (readonly [path: string, text: string, rule: string | null])[] = [
  ['packages/decimal/src/a.ts', "import 'zod';", 'no-restricted-imports'],
  ['packages/decimal/src/b.ts', "import { x } from '@fft/engine'; x();", 'no-restricted-imports'],
  ['packages/decimal/src/ok.ts', "import { x } from './a.ts'; x();", null],
  ['packages/engine/src/a.ts', "import { readFileSync } from 'node:fs'; readFileSync('');", 'no-restricted-imports'],
  ['packages/engine/src/b.ts', "import { x } from '@fft/contract'; x();", 'no-restricted-imports'],
  ['packages/engine/src/c.ts', "export type { X } from '@fft/journal';", 'no-restricted-imports'],
  ['packages/engine/src/d.ts', "import { x } from '@fft/decimal/src/x.ts'; x();", 'no-restricted-imports'],
  ['packages/engine/src/e.ts', "import { x } from '../../decimal/src/x.ts'; x();", 'no-restricted-imports'],
  ['packages/engine/src/ok.ts', "import { x } from '@fft/decimal'; import { y } from './book/y.ts'; x(y);", null],
  ['packages/engine/src/book/f.ts', 'export const now = Date.now();', 'no-restricted-globals'],
  ['packages/engine/src/book/g.ts', 'export const now = globalThis.Date.now();', 'no-restricted-globals'],
  ['packages/engine/src/book/h.ts', 'export const chance = Math.random();', 'no-restricted-properties'],
  ['packages/engine/src/book/i.ts', "export const price = parseFloat('1.5');", 'no-restricted-globals'],
  ['packages/engine/src/book/j.ts', "export const price = Number.parseFloat('1.5');", 'no-restricted-properties'],
  ['packages/engine/src/book/k.ts', 'export async function apply() {}', 'no-async-await'],
  ['packages/engine/src/book/l.ts', 'setTimeout(() => {}, 1);', 'no-restricted-globals'],
  ['packages/engine/src/book/m.ts', "console.log('traded');", 'no-console'],
  ['packages/engine/src/book/n.ts', 'process.exit(1);', 'no-restricted-globals'],
  ['packages/engine/src/ok.test.ts', "import { x } from '@fft/testkit'; test('', async () => x());", null],
  ['packages/contract/src/a.ts', "import * as z from 'zod'; z.string();", 'no-restricted-imports'],
  ['packages/contract/src/ok.ts', "import * as z from 'zod/mini'; z.string();", null],
  ['packages/client/src/a.ts', "import { x } from '@fft/engine'; x();", 'no-restricted-imports'],
  ['packages/client/src/b.ts', "import { useState } from 'react'; useState();", 'no-restricted-imports'],
  ['packages/client/src/ok.ts', "import { calls } from '@fft/contract'; calls();", null],
  ['packages/journal/src/a.ts', "import { x } from '@fft/engine'; x();", 'no-restricted-imports'],
  ['packages/journal/src/b.ts', "import type { X } from '@fft/contract'; export type Y = X;", 'no-restricted-imports'],
  ['packages/postgres/src/a.ts', "import { x } from '@fft/journal'; x();", 'no-restricted-imports'],
  ['packages/postgres/src/ok.ts', "import pg from 'pg'; export const client = new pg.Client();", null],
  [
    'packages/journal/src/primary.ts',
    "import { PrimaryClient } from '@fft/postgres'; export const x = PrimaryClient;",
    null,
  ],
  ['packages/journal/src/ok.ts', "import pg from 'pg'; export const pool = new pg.Pool();", null],
  ['packages/testkit/src/ok.ts', "import { x } from '@fft/engine'; x();", null],
  ['apps/web/src/a.ts', "import { x } from '@fft/engine'; x();", 'no-restricted-imports'],
  ['apps/web/src/b.ts', "import type { X } from '@fft/exchange'; export type Y = X;", 'no-restricted-imports'],
  ['apps/web/src/c.ts', "import { readFileSync } from 'node:fs'; readFileSync('');", 'no-restricted-imports'],
  ['apps/web/src/d.ts', "import * as z from 'zod'; z.string();", 'no-restricted-imports'],
  ['apps/web/src/e.ts', "import { x } from '../../exchange/src/x.ts'; x();", 'no-restricted-imports'],
  ['apps/web/src/ok.ts', "import { x } from '@fft/client'; import { y } from '@fft/decimal'; x(y);", null],
  ['apps/web/src/kit.ts', "import { x } from '@fft/kit/src/toast.ts'; x();", 'no-restricted-imports'],
  ['apps/web/src/css.ts', "import '@fft/kit/base.css';", null],
  ['apps/web/src/i18n/a.ts', "import { x } from '../lib/x.ts'; x();", 'no-restricted-imports'],
  ['apps/web/src/i18n/ok.ts', "import { x } from '../brand.ts'; x();", null],
  ['apps/web/src/lib/files/a.ts', "import { x } from '../../ui/kit/index.ts'; x();", 'no-restricted-imports'],
  ['apps/web/src/lib/ok.ts', "import { x } from '../i18n/index.ts'; import { y } from './files/y.ts'; x(y);", null],
  ['apps/web/src/ui/kit/a.tsx', "import { x } from '../../api/index.ts'; x();", 'no-restricted-imports'],
  [
    'apps/web/src/ui/kit/ok.tsx',
    "import { x } from '../../lib/x.ts'; import { y } from '../lazy/index.ts'; x(y);",
    null,
  ],
  ['apps/web/src/api/a.ts', "import { x } from '../features/session/index.ts'; x();", 'no-restricted-imports'],
  ['apps/web/src/api/session/b.ts', "import { x } from '../../ui/kit/index.ts'; x();", 'no-restricted-imports'],
  ['apps/web/src/api/session/ok.ts', "import { x } from '../call.ts'; import { y } from '../../lib/y.ts'; x(y);", null],
  ['apps/web/src/features/orders/a.ts', "import { x } from '../../pages/trade/x.ts'; x();", 'no-restricted-imports'],
  ['apps/web/src/features/orders/b.ts', "import { x } from '../live/orders.ts'; x();", 'no-restricted-imports'],
  [
    'apps/web/src/features/orders/c.tsx',
    "import { X } from '../market-data/CoinMark.tsx'; export const Y = X;",
    'no-restricted-imports',
  ],
  [
    'apps/web/src/features/chart/d.ts',
    "import type { X } from '../live/indicators.ts'; export type Y = X;",
    'no-restricted-imports',
  ],
  [
    'apps/web/src/features/orders/ok.ts',
    "import { x } from '../live/index.ts'; import { y } from './y.ts'; import { z } from '../../api/index.ts'; x(y, z);",
    null,
  ],
  [
    'apps/web/src/features/orders/cycle.ts',
    "import { b } from '../live/index.ts'; export const a = () => b();",
    'no-cycle',
  ],
  ['apps/web/src/features/orders/index.ts', "export { a } from './cycle.ts';", 'no-cycle'],
  [
    'apps/web/src/features/live/index.ts',
    "import { a } from '../orders/index.ts'; export const b = () => a();",
    'no-cycle',
  ],
  ['apps/web/src/pages/deposit/a.ts', "import { x } from '../withdraw/x.ts'; x();", 'no-restricted-imports'],
  ['apps/web/src/pages/trade/form/b.ts', "import { x } from '../../withdraw/x.ts'; x();", 'no-restricted-imports'],
  ['apps/web/src/pages/trade/c.ts', "import { x } from '../../app/x.ts'; x();", 'no-restricted-imports'],
  [
    'apps/web/src/pages/trade/form/ok.ts',
    "import { x } from '../book/x.ts'; import { y } from '../../../features/live/y.ts'; x(y);",
    null,
  ],
  [
    'apps/web/src/pages/trade/ok.ts',
    "import { x } from './form/x.ts'; import { y } from '../../features/live/y.ts'; x(y);",
    null,
  ],
  [
    'apps/web/src/app/ok.ts',
    "import { x } from '../pages/trade/x.ts'; import { y } from '../api/index.ts'; x(y);",
    null,
  ],
  ['apps/console/src/a.ts', "import { x } from '@fft/engine'; x();", 'no-restricted-imports'],
  ['apps/console/src/b.ts', "import { x } from '../../web/src/x.ts'; x();", 'no-restricted-imports'],
  ['apps/console/src/ok.ts', "import { x } from '@fft/console-contract'; import { y } from '@fft/kit'; x(y);", null],
  ['apps/console/src/lib/a.ts', "import { x } from '../i18n/x.ts'; x();", 'no-restricted-imports'],
  ['apps/console/src/i18n/a.ts', "import { x } from '../ui/index.ts'; x();", 'no-restricted-imports'],
  ['apps/console/src/api/a.ts', "import { x } from '../features/passkeys/x.ts'; x();", 'no-restricted-imports'],
  ['apps/console/src/api/ok.ts', "import { x } from './x.ts'; import { y } from '../i18n/ui.ts'; x(y);", null],
  ['apps/console/src/ui/a.ts', "import { x } from '../api/index.ts'; x();", 'no-restricted-imports'],
  ['apps/console/src/ui/ok.ts', "import type { X } from '../api/index.ts'; export type Y = X;", null],
  ['apps/console/src/features/passkeys/a.ts', "import { x } from '../scan/x.ts'; x();", 'no-restricted-imports'],
  [
    'apps/console/src/features/passkeys/b.ts',
    "import { x } from '../../pages/markets/x.ts'; x();",
    'no-restricted-imports',
  ],
  ['apps/console/src/pages/markets/a.ts', "import { x } from '../identity/x.ts'; x();", 'no-restricted-imports'],
  ['apps/console/src/pages/markets/b.ts', "import { x } from '../../api/use-call.ts'; x();", 'no-restricted-imports'],
  ['apps/console/src/pages/markets/c.ts', "import { x } from '../../app/x.ts'; x();", 'no-restricted-imports'],
  [
    'apps/console/src/pages/markets/ok.ts',
    "import { x } from '../../api/index.ts'; import { y } from '../../features/passkeys/y.ts'; x(y);",
    null,
  ],
  ['apps/console/src/app/shell/a.ts', "import { x } from '../../ui/Button.tsx'; x();", 'no-restricted-imports'],
  [
    'apps/console/src/app/shell/ok.ts',
    "import { x } from '../../ui/index.ts'; import { y } from '../y.ts'; x(y);",
    null,
  ],
  ['packages/kit/src/a.ts', "import { x } from '@fft/engine'; x();", 'no-restricted-imports'],
  ['packages/kit/src/client.ts', "import { x } from '@fft/client'; x();", null],
  ['packages/kit/src/ok.ts', "import type { Lang } from '@fft/contract'; export type X = Lang;", null],
  ['apps/maker/src/a.ts', "import { x } from '@fft/engine'; x();", 'no-restricted-imports'],
  ['apps/maker/src/b.ts', "import { x } from '../../exchange/src/x.ts'; x();", 'no-restricted-imports'],
  ['apps/maker/src/ok.ts', "import { x } from '@fft/client'; import { y } from '@fft/demo-market'; x(y);", null],
  ['packages/bank-files/src/a.ts', "import { x } from '@fft/decimal'; x();", 'no-restricted-imports'],
  [
    'packages/bank-files/src/b.ts',
    "import { readFileSync } from 'node:fs'; readFileSync('');",
    'no-restricted-imports',
  ],
  ['packages/bank-files/src/ok.ts', "import sax from 'sax'; sax.parser(true);", null],
  ['packages/chains/src/a.ts', "import { x } from '@fft/decimal'; x();", 'no-restricted-imports'],
  ['packages/chains/src/ok.ts', "import { x } from 'viem'; x();", null],
  ['apps/signer/src/a.ts', "import { x } from '@fft/exchange'; x();", 'no-restricted-imports'],
  // Fixtures make a signer's keystore by its own code, which nothing else may call.
  ['apps/exchange/testing/quick-keystore.ts', "import { x } from '@fft/signer/keystore'; x();", null],
  ['apps/exchange/testing/other.ts', "import { x } from '@fft/signer/keystore'; x();", 'no-restricted-imports'],
  ['apps/signer/src/b.ts', "import { x } from '@fft/contract'; x();", 'no-restricted-imports'],
  ['apps/signer/src/ok.ts', "import { x } from '@fft/chains'; x();", null],
  ['apps/signer/src/text.ts', "import { x } from '@fft/liabilities'; x();", null],
  ['apps/exchange/src/orders/a.ts', "import { x } from '@fft/testkit'; x();", 'no-restricted-imports'],
  ['apps/exchange/src/orders/b.ts', "import { x } from '../accounts/codes/codes.ts'; x();", 'no-restricted-imports'],
  [
    'apps/exchange/src/orders/c.ts',
    "import type { X } from '../accounts/codes/codes.ts'; export type Y = X;",
    'no-restricted-imports',
  ],
  ['apps/exchange/src/orders/d.ts', "import { x } from '../accounts/index.ts'; x();", 'no-restricted-imports'],
  [
    'apps/exchange/src/orders/deep/e.ts',
    "import { x } from '../../funds/transfers/change.ts'; x();",
    'no-restricted-imports',
  ],
  ['apps/exchange/src/orders/ok.ts', "import type { X } from '../accounts/index.ts'; export type Y = X;", null],
  ['apps/exchange/src/orders/feeds.ts', "import { x } from '../markets/feeds/x.ts'; x();", 'no-restricted-imports'],
  ['apps/exchange/src/funds/fees/prices.ts', "import { x } from '../../assets/prices/x.ts'; x();", null],
  ['apps/exchange/src/orders/prices.ts', "import { x } from '../assets/prices/valuation.ts'; x();", null],
  [
    'apps/exchange/src/orders/fine.ts',
    "import { x } from '../transport/http/route.ts'; import { y } from './y.ts'; x(y);",
    null,
  ],
  [
    'apps/exchange/src/transport/http/a.ts',
    "import type { X } from '../../accounts/index.ts'; export type Y = X;",
    'no-restricted-imports',
  ],
  [
    'apps/exchange/src/transport/http/b.ts',
    "import { x } from '../../ledger/gateway.ts'; x();",
    'no-restricted-imports',
  ],
  ['apps/exchange/src/ledger/a.ts', "import { x } from '../transport/http/route.ts'; x();", 'no-restricted-imports'],
  ['apps/exchange/src/ledger/b.ts', "import { x } from '../assets/prices/valuation.ts'; x();", 'no-restricted-imports'],
  ['apps/exchange/src/ledger/ok.ts', "import { x } from '../refusals/refusal.ts'; x();", null],
  ['apps/exchange/src/platform/a.ts', "import { x } from '../database/pools.ts'; x();", 'no-restricted-imports'],
  ['apps/exchange/src/database/a.ts', "import { x } from '../accounts/tables.ts'; x();", 'no-restricted-imports'],
  ['apps/exchange/src/database/tables.ts', "import type { X } from '../accounts/tables.ts'; export type Y = X;", null],
  ['apps/exchange/src/app.ts', "import { x } from './accounts/accounts.ts'; x();", null],
  ['apps/exchange/src/main.ts', "import { x } from './accounts/module.ts'; x();", 'no-restricted-imports'],
  ['e2e/harness/a.ts', "import { x } from '../../apps/exchange/src/x.ts'; x();", 'no-restricted-imports'],
  ['e2e/harness/b.ts', "import { x } from '../../apps/web/src/features/live/x.ts'; x();", 'no-restricted-imports'],
  ['e2e/harness/pages/ok.ts', "import { x } from '../../../apps/web/src/i18n/trade.ts'; x();", null],
  ['e2e/harness/pages/b.ts', "import { x } from '../../../apps/web/src/pages/home/home-texts.ts'; x();", null],
  ['apps/exchange/src/cycle-a.ts', "import { b } from './cycle-b.ts'; export const a = () => b();", 'no-cycle'],
  ['apps/exchange/src/cycle-b.ts', "import { a } from './cycle-a.ts'; export const b = () => a();", 'no-cycle'],
  ['apps/exchange/src/type-a.ts', "import type { B } from './type-b.ts'; export type A = B | null;", 'no-cycle'],
  ['apps/exchange/src/type-b.ts', "import type { A } from './type-a.ts'; export type B = A[];", 'no-cycle'],
  ['apps/exchange/src/default.ts', 'export default 1;', 'no-default-export'],
  ['apps/exchange/src/BadName.ts', 'export const x = 1;', 'filename-case'],
  ['apps/exchange/src/long.ts', '\n'.repeat(420), 'max-lines'],
  ['apps/exchange/src/any.ts', 'export const x = (y: any): number => y.z;', 'no-explicit-any'],
  ['apps/exchange/src/bang.ts', 'export const x = (y: number | null): number => y! + 1;', 'no-non-null-assertion'],
  ['apps/exchange/src/floating.ts', 'export const f = (p: Promise<void>): void => { p; };', 'no-floating-promises'],
  ['apps/exchange/src/await.ts', 'export const f = async (): Promise<number> => await 1;', 'await-thenable'],
  [
    'apps/exchange/src/switch.ts',
    "export function f(s: 'a' | 'b'): void { switch (s) { case 'a': return; } }",
    'switch-exhaustiveness-check',
  ],
  [
    'apps/web/src/Hooks.tsx',
    'export const X = (p: { a: boolean }) => { if (p.a) useState(0); return null; };',
    'rules-of-hooks',
  ],
  ['apps/web/src/Image.tsx', 'export const X = () => <img src="a.png" />;', 'alt-text'],
  [
    'apps/exchange/src/x.test.ts',
    "import { expect, test } from 'vitest'; test.only('a', () => { expect(1).toBe(1); });",
    'no-focused-tests',
  ],
];

let folder = '';
const found = new Map<string, string[]>();

interface Report {
  readonly diagnostics: readonly { readonly code?: string; readonly filename: string; readonly message: string }[];
}

/** Runs the linter once over all rows, in a temporary folder with this project's rules. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'fft-borders-'));
  for (const file of ['oxlint.config.ts', 'lint', 'tsconfig.base.json'])
    cpSync(join(root, file), join(folder, file), { recursive: true });
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: './tsconfig.base.json',
      compilerOptions: { types: [], jsx: 'react-jsx' },
      include: ['**/*.ts', '**/*.tsx'],
    }),
  );
  for (const [path, text] of rows) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const report = await lint(folder);
  for (const { code, filename } of report.diagnostics) {
    const path = filename.replaceAll('\\', '/');
    found.set(path, [...(found.get(path) ?? []), code ?? '']);
  }
});

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

function lint(cwd: string): Promise<Report> {
  const program = join(root, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const { promise, resolve, reject } = Promise.withResolvers<Report>();
  execFile(
    process.execPath,
    [program, '--type-aware', '-f', 'json'],
    { cwd, maxBuffer: 2 ** 26 },
    (error, stdout, stderr) => {
      if (stdout.includes('"diagnostics"')) resolve(JSON.parse(stdout) as Report);
      else reject(new Error(`oxlint gave no report: ${stderr}${stdout}`, { cause: error }));
    },
  );
  return promise;
}

test.for(rows.filter(([, , rule]) => rule !== null))('%s refuses %s by %s', ([path, , rule]) => {
  expect(found.get(path) ?? []).toContainEqual(expect.stringContaining(`(${rule})`));
});

test.for(rows.filter(([, , rule]) => rule === null))('%s allows %s', ([path]) => {
  const refusals = (found.get(path) ?? []).filter((code) => /restricted-imports|no-async-await/.test(code));
  expect(refusals).toEqual([]);
});
