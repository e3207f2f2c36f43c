import { consoleCalls, mayDo, roles, type OperatorCall, type Role } from '@fft/console-contract';
import { Code } from '@fft/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestConsole, type TestConsole, type TestOperator } from '../test-console.ts';
import { hostileTexts } from './hostile.ts';
import { judge } from './judge.ts';
import { createRandom, type Random } from '../faults/random.ts';
import { inputForms, type Schema } from './schema.ts';
import { soundValue } from './sound-values.ts';
import { createWorld } from './world.ts';

/** Set `CONSOLE_FUZZ=20000` for the long run. */
const count = Number(process.env['CONSOLE_FUZZ'] ?? 600);
/** Given by the deep run, as is `DEEP_CANARY`: then one answer in a hundred is a server error, and the test must fail. */
const seed = Number(process.env['DEEP_SEED'] ?? 7);
const planted = '{"code":500,"message":"a planted bug","data":null}';

/** Log-in and log-out would end the sessions that the other calls need. */
const targets = Object.entries(consoleCalls)
  .filter(([area]) => area !== 'session')
  .flatMap(([, byName]) => Object.values(byName) as OperatorCall[]);

const numbers = [
  '0',
  '-0',
  '1',
  '-1',
  '0.5',
  '0.000000000000000001',
  '999999999999',
  '999999999999.999999999999999999',
  '9007199254740991',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775808',
  '99999999999999999999',
  '1e309',
  'NaN',
  'Infinity',
  '2147483647',
  '2147483648',
  '8640000000000000',
  '8640000000000001',
];

let fft: TestConsole;
let customer: string;
const operators = new Map<Role, TestOperator>();
let made = 0;

beforeAll(async () => {
  fft = await startTestConsole();
  ({ id: customer } = await fft.money.customer('anna', 'en', { USDT: '10000', BTC: '0.1' }));
  for (const role of roles) operators.set(role, fft.by[role]);
});
afterAll(() => fft.money.exchange.stop());

/** Valid inputs of a call, by the fields' names. */
const sound: Readonly<Record<string, (random: Random) => string>> = {
  customer: () => customer,
  symbol: (random) => random.pick(['BTC/USDT', 'ETH/LTC', 'POL/ETH', 'LTC/USD', 'SOL/ETH']),
  tick: (random) => random.pick(['0.5', '0.05', '10', '0.75', '0.01', '3']),
  lot: (random) => random.pick(['0.25', '0.01', '7', '0.3', '0.0001']),
  maxQuantity: (random) => random.pick(['100', '21', '900000', '0.25']),
  minAmount: (random) => random.pick(['0', '1', '5']),
  maxAmount: (random) => random.pick(['1000', '5000000']),
  perUsdt: (random) => random.pick(['7.1', '0.9', '1']),
  unit: (random) => random.pick(['CNY', 'EUR', 'JPY']),
  code: (random) => random.pick(['GEM', 'AAA', 'BTC']),
  decimals: (random) => String(random.below(13)),
  chain: (random) => random.pick(['ETH', 'BASE', 'EVM1']),
  contract: (random) => random.pick(['0x00000000000000000000000000000000000c0ffe', `0x${'A'.repeat(40)}`]),
  txid: () => `0x${'5'.repeat(64)}`,
  direction: (random) => random.pick(['deposits', 'withdrawals']),
  paused: (random) => random.pick(['true', 'false']),
  day: () => '2026-11-27',
  signature: () => `0x${'1b'.repeat(65)}`,
  image: () => '/picture.png',
  link: () => '/help',
};

function fieldsOf(call: OperatorCall, random: Random, index: number): URLSearchParams {
  const { properties = {}, required = [] } = random.pickOr(inputForms(call), {});
  const fields = new URLSearchParams();
  const sources = { random, world: createWorld(), customer: null, index };
  for (const [name, schema] of Object.entries<Schema>(properties)) {
    if (!required.includes(name) && random.oneIn(2)) continue;
    const isNumber = /ppm|seconds|limit|position|usdt|hours|maxopen/i.test(name);
    const value = sound[name]?.(random) ?? (isNumber ? String(random.below(400)) : soundValue(name, schema, sources));
    fields.set(name, value);
  }
  const names = [...fields.keys()];
  for (let wrongs = random.pick([0, 1, 1, 2]); wrongs > 0; wrongs--) {
    const wrong = random.oneIn(3) ? random.pickOr(hostileTexts, '') : random.pickOr(numbers, '');
    fields.set(random.pickOr<string>(names, 'lang'), wrong);
  }
  return fields;
}

/** Returns an operator with this right and a live session: an earlier request may have ended the last one. */
async function operatorFor({ right }: OperatorCall, random: Random): Promise<TestOperator & { readonly role: Role }> {
  const may = roles.filter((each) => right === null || mayDo(each, right));
  const role = random.pickOr<Role>(may, 'admin');
  const known = operators.get(role) ?? (await fft.operator(`fresh.${++made}`, role));
  operators.set(role, known);
  return { ...known, role };
}

test(
  `${count} valid and broken calls of operators are answered without a server error`,
  { timeout: 600_000 },
  async () => {
    const wrongs: string[] = [];
    const succeeded = new Set<string>();
    for (let index = 0; index < count && wrongs.length < 10; index++) {
      const random = createRandom(seed, index);
      const call = targets[index % targets.length];
      if (!call) throw new Error('the console has no calls to fuzz');
      const fields = fieldsOf(call, random, index);
      const { token, role } = await operatorFor(call, random);
      const isQuery = call.method === 'GET';
      const response = await fetch(
        `${fft.money.exchange.consoleUrl}${call.path}${isQuery ? `?${fields.toString()}` : ''}`,
        {
          method: call.method,
          headers: { 'access-token': token },
          ...(!isQuery && { body: fields }),
        },
      );
      const isPlanted = process.env['DEEP_CANARY'] !== undefined && random.oneIn(100);
      const text = isPlanted ? planted : await response.text();
      const status = isPlanted ? 500 : response.status;
      const contentType = response.headers.get('content-type') ?? '';
      const request = { index, call, method: call.method, path: call.path, headers: {}, body: null };
      const judged = judge(request, { status, contentType, text });
      if (judged.wrong !== null) wrongs.push(`${call.path} ${fields.toString()}: ${judged.wrong}`);
      else if (judged.code === Code.ok) succeeded.add(call.path);
      else if (judged.code === Code.sessionInvalid) operators.delete(role);
    }
    expect(wrongs).toEqual([]);
    expect(succeeded.size).toBeGreaterThan(targets.length / 3);
    expect([...fft.money.exchange.incidents.counts]).toEqual([]);
  },
);
