import { consoleCalls, rights, type OperatorCall } from '@fft/console-contract';
import { RefusedError, type Client } from '@fft/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hostileTexts } from '../../testing/fuzz/hostile.ts';
import { createRandom } from '../../testing/faults/random.ts';
import { startTestConsole, type TestConsole } from '../../testing/test-console.ts';

let testConsole: TestConsole;

beforeAll(async () => {
  testConsole = await startTestConsole();
});
afterAll(() => testConsole.money.exchange.stop());

/** Valid values for some field of some call; the other values are hostile. */
const sound = ['1', '1000', 'BTC', 'BTC/USDT', 'coin', 'open', 'received', 'totp', 'notice', 'front', '5', 'support'];
const rounds = 15;

const all = Object.values(consoleCalls)
  .flatMap((area) => Object.values(area).filter((call): call is OperatorCall => 'right' in call))
  // Logging out would end the test.
  .filter(({ right }) => right !== null);

/** Names of the fields of a form. */
function fieldsOf(call: OperatorCall): string[] {
  const { def } = call.input._zod as unknown as { def: { shape?: Record<string, unknown> } };
  return Object.keys(def.shape ?? {});
}

function clientFor(call: OperatorCall): Client {
  const [role] = call.right === null ? ['admin' as const] : rights[call.right];
  return testConsole.by[role ?? 'admin'];
}

test('no text breaks a call: each one succeeds or is refused, and none causes an internal error', async () => {
  const random = createRandom(7, 0);
  const codes = new Map<number, number>();
  for (const call of all) {
    const fields = fieldsOf(call);
    for (let round = 0; round < rounds; round += 1) {
      const input = Object.fromEntries(
        fields.map((field) => [field, random.oneIn(2) ? random.pickOr(sound, '1') : random.pick(hostileTexts)]),
      );
      const code = await clientFor(call)
        .call(call, input as never)
        .then(() => 200)
        .catch((error: unknown) => (error instanceof RefusedError ? error.code : 0));
      codes.set(code, (codes.get(code) ?? 0) + 1);
      const isAnswered = code >= 200 && (code < 500 || code > 1000);
      expect([call.path, input, isAnswered]).toEqual([call.path, input, true]);
    }
  }
  expect([...codes.keys()]).toEqual(expect.arrayContaining([200, 400, 404]));
});
