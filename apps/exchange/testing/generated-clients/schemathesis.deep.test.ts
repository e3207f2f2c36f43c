import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calls } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestCustomer, type TestExchange } from '../test-exchange.ts';
import { installPythonTools, run } from './tools.ts';

/**
 * Schemathesis reads `/api/openapi.json` as it is served, and sends data that fit it and data that don't. A refusal has HTTP status 200, so these
 * settings tell it that the status says nothing of wrong data and of missing sessions: `envelopes.py` reads the code.
 */
const settings = `
[checks]
ignored_auth.enabled = false
missing_required_header.enabled = false
negative_data_rejection.enabled = false
negative_data_rejection.expected-statuses = ["400", "405", "413", "415", "431"]
`;
let exchange: TestExchange;
let folder: string;
const people = new Map<string, TestCustomer>();

beforeAll(async () => {
  // The document has the demo's bank.
  exchange = await startTestExchange({ DEMO_BANK: 'on' });
  // Schemathesis uses up the registrations of this address.
  for (const name of ['positive', 'positive-spare', 'negative', 'negative-spare'])
    people.set(name, await exchange.register(name));
  folder = await mkdtemp(join(tmpdir(), 'fft-schemathesis-'));
}, 120_000);
afterAll(async () => {
  await exchange.stop();
  await rm(folder, { recursive: true, force: true });
});

test.each(['positive', 'negative'])(
  'with %s data, it finds nothing, and the session stays alive',
  async (mode) => {
    const programs = process.env['SCHEMATHESIS_PROGRAMS'] ?? (await installPythonTools(folder));
    await writeFile(join(folder, 'schemathesis.toml'), settings);
    const [trader, spare] = [people.get(mode), people.get(`${mode}-spare`)];
    if (trader === undefined || spare === undefined) throw new Error('nobody registered');
    await trader.call(calls.demo.faucet, { requestId: mode, coin: 'USDT', amount: '1000' });
    const words = ['run', `${exchange.url}/api/openapi.json`, '--mode', mode, '--max-examples', '10', '--seed', '1'];
    const { status, said } = await run(
      join(programs, 'schemathesis'),
      [...words, '--phases', 'examples,coverage,fuzzing', '--max-failures', '30'],
      {
        cwd: folder,
        env: {
          SCHEMATHESIS_HOOKS: join(import.meta.dirname, 'envelopes.py'),
          FFT_TOKEN: trader.token,
          FFT_SPARE_TOKEN: spare.token,
        },
      },
    );
    expect([status, said.slice(-4_000)]).toEqual([0, expect.any(String)]);
    await expect(trader.call(calls.user.read, {})).resolves.toMatchObject({ lang: 'en' });
  },
  900_000,
);
