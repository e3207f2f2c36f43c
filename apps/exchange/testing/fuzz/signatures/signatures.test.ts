import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../test-exchange.ts';
import { testLimits } from '../../test-accounts.ts';
import { fuzzEnvironment } from '../fuzz.ts';
import { createRandom } from '../random.ts';
import { createSender } from '../send.ts';
import { binanceDoor, nativeDoor } from './doors.ts';
import { fuzzSignatures } from './fuzz-signatures.ts';
import { makeFuzzKeys } from './make-keys.ts';
import { payloadOf, signatureOf, soundParts } from './signed-parts.ts';
import { spoils } from './spoil.ts';

const connections = 8;
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await startTestExchange(fuzzEnvironment, Date.now, testLimits);
});
afterAll(() => exchange.stop());

test(
  '2,000 requests that were spoiled after they were signed are refused, and sound ones between them accepted',
  { timeout: 120_000 },
  async () => {
    const { keys, strange } = await makeFuzzKeys(exchange.url);
    const sender = createSender(exchange.url.replace('localhost', '127.0.0.1'), connections);
    const run = {
      sender,
      doors: [nativeDoor, binanceDoor],
      keys,
      strange,
      seed: 27,
      count: 2_000,
      connections,
    } as const;
    const { refused, accepted, wrongs } = await fuzzSignatures({ ...run, now: Date.now });
    sender.close();
    expect(wrongs).toEqual([]);
    expect(accepted).toBeGreaterThan(50);
    expect([...refused.keys()].toSorted()).toEqual([...Object.keys(spoils), 'premature', 'replayed'].toSorted());
    expect([...exchange.incidents.counts]).toEqual([]);
  },
);

test('a sound request is signed as it is sent, and every way of spoiling one changes it', () => {
  const key = { id: 'a'.repeat(64), kind: 'hmac', secret: 'a secret' } as const;
  const strange = { ...key, id: 'b'.repeat(64), secret: 'another secret' };
  for (const [index, spoil] of Object.values(spoils).flat().entries()) {
    const random = createRandom(1, index);
    const parameters = { symbol: 'BTC/USDT', limit: '5' };
    const parts = soundParts({ random, key, parameters, time: 1_700_000_000_000, recvWindow: null, hasBody: true });
    expect(signatureOf(key, payloadOf(parts))).toBe(parts.signature);
    const spoiled = spoil(parts, { random, key, strange });
    const isSame = signatureOf(key, payloadOf(spoiled)) === spoiled.signature && spoiled.apiKey === key.id;
    expect(isSame, `spoil ${index}`).toBe(false);
  }
});
