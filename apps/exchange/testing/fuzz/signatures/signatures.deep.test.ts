import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestExchange, type TestExchange } from '../../test-exchange.ts';
import { testLimits } from '../../test-accounts.ts';
import { fuzzEnvironment } from '../fuzz.ts';
import { createRandom } from '../../faults/random.ts';
import { createSender } from '../send.ts';
import { allDoors } from './doors.ts';
import { fuzzSignatures } from './fuzz-signatures.ts';
import { makeFuzzScene } from './fuzz-scene.ts';
import { payloadOf, signatureOf, soundParts } from './signed-parts.ts';
import { createSocketSender } from './socket-sender.ts';
import { socketSpoils } from './socket-spoils.ts';
import { spoils } from './spoil.ts';

const connections = 8;
let exchange: TestExchange;

beforeAll(async () => {
  exchange = await startTestExchange(fuzzEnvironment, Date.now, testLimits);
});
afterAll(() => exchange.stop());

test(
  '2,000 requests that were spoiled after they were signed are refused, and sound ones between them accepted: no other order or trade comes to exist',
  { timeout: 120_000 },
  async () => {
    const scene = await makeFuzzScene(exchange.url);
    const { keys, strange } = scene;
    const url = exchange.url.replace('localhost', '127.0.0.1');
    const [sender, sockets] = [createSender(url, connections), createSocketSender(url)];
    const run = { sender, sockets, keys, strange, seed: 27, count: 2_000, connections, now: Date.now };
    const result = await fuzzSignatures(run);
    sender.close();
    sockets.close();
    expect(result.wrongs).toEqual([]);
    expect(await scene.judge(result)).toEqual([]);
    expect(result.placed.length).toBeGreaterThan(20);
    expect([...result.accepted.keys()].toSorted()).toEqual(allDoors.map(({ name }) => name).toSorted());
    const kinds = [...Object.keys(spoils), 'premature', 'replayed'];
    expect([...result.refused.keys()].toSorted()).toEqual(kinds.toSorted());
    expect([...exchange.incidents.counts]).toEqual([]);
  },
);

test.each(['body', 'socket'] as const)(
  'a sound request is signed as it is sent, and every way of spoiling one changes it (%s)',
  (form) => {
    const key = { id: 'a'.repeat(64), kind: 'hmac', secret: 'a secret' } as const;
    const strange = { ...key, id: 'b'.repeat(64), secret: 'another secret' };
    for (const [index, spoil] of Object.values(form === 'socket' ? socketSpoils : spoils)
      .flat()
      .entries()) {
      const random = createRandom(1, index);
      const parameters = { symbol: 'BTC/USDT', limit: '5' };
      const parts = soundParts({ random, key, parameters, time: 1_700_000_000_000, recvWindow: null, form });
      expect(signatureOf(key, payloadOf(parts))).toBe(parts.signature);
      const spoiled = spoil(parts, { random, key, strange });
      const isSame = signatureOf(key, payloadOf(spoiled)) === spoiled.signature && spoiled.apiKey === key.id;
      expect(isSame, `spoil ${index}`).toBe(false);
    }
  },
);
