import { describe, expect, test } from 'vitest';
import { createWeights } from '../transport/http/weights.ts';
import { ApiError } from './api-error.ts';
import { createDoorLimits, type DoorLimits } from './limits.ts';

const clock = { time: Date.parse('2026-11-25T10:00:00Z') };
const settings = { weightPer10s: 400, ordersPer10s: 50, requestsPer10s: 0 };
const ordersOf = (customer: number) => ({
  limit: 50,
  inWindow: customer === 1_000 ? 1 : 0,
  inDay: customer === 1_000 ? 3 : 0,
});
const now = () => clock.time;
const create = (): DoorLimits => createDoorLimits({ weights: createWeights(400), settings, ordersOf, now });
const anyone = { customer: null, ip: '203.0.113.1' };

function refusalOf(limits: DoorLimits, weight: number): ApiError {
  try {
    limits.charge(anyone, weight);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  return expect.unreachable('the request was not refused');
}

describe('the limits of the door', () => {
  test('refuse an address above its budget, and say when to try again', () => {
    const limits = create();
    limits.charge(anyone, 1_200);
    expect(refusalOf(limits, 100)).toMatchObject({ status: 429, code: -1003, data: { serverTime: clock.time } });
    expect(limits.usedInMinute(anyone.ip)).toBe(1_300);
    expect(() => limits.charge({ ...anyone, ip: '203.0.113.2' }, 100)).not.toThrow();
  });

  test('refuse all that an address asks until the minute ends if it does not stop', () => {
    const limits = create();
    limits.charge(anyone, 1_200);
    for (let count = 0; count < 101; count += 1) expect(refusalOf(limits, 1_000).status).toBe(429);
    const until = clock.time + 60_000;
    expect(refusalOf(limits, 1)).toMatchObject({ status: 418, code: -1003, data: { retryAfter: until } });
    clock.time = until;
    expect(refusalOf(limits, 1_201).status).toBe(429);
    expect(limits.usedInMinute(anyone.ip)).toBe(1_201);
  });

  test('show orders by ten seconds and by day', () => {
    const limits = create();
    const counts = (customer: number) => limits.orderCounts(customer).map(({ limit, count }) => [limit, count]);
    expect([counts(1_000), counts(1_001)]).toEqual([
      [
        [50, 1],
        [432_000, 3],
      ],
      [
        [50, 0],
        [432_000, 0],
      ],
    ]);
    const customer = { id: 1_000, sessionId: 'key:a' };
    const shown = JSON.parse(limits.shown({ customer, ip: anyone.ip }, true)) as { rateLimitType: string }[];
    expect(shown.map(({ rateLimitType }) => rateLimitType)).toEqual(['ORDERS', 'ORDERS', 'REQUEST_WEIGHT']);
  });

  test('that are off are not shown', () => {
    const off = createDoorLimits({ weights: null, settings: { ...settings, weightPer10s: 0 }, ordersOf, now });
    const types = off.rules().map((rule) => ('rateLimitType' in rule ? rule.rateLimitType : null));
    expect(types).toEqual(['ORDERS', 'ORDERS']);
  });
});
