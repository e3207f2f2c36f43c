import { randomBytes } from 'node:crypto';
import { openTestPushService, vapidClaims, type TestPushService } from '@fft/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPushSender, isVapidKey, type PushSender } from './push-sender.ts';

const privateKey = randomBytes(32).toString('base64url');
const subject = 'mailto:push@fft.example';
const push = { payload: '{"title":"限价委托已成交"}', ttlSeconds: 60, isUrgent: true };
let service: TestPushService;
let sender: PushSender;

beforeAll(async () => {
  service = await openTestPushService();
  sender = createPushSender({ privateKey, subject, services: [service.origin] });
});
afterAll(() => service.close());

test('a push reaches the browser encrypted, signed by the key that the browser subscribed with', async () => {
  const device = service.subscribe();
  expect(await sender.send(device, push)).toBe('sent');
  const [received] = device.received;
  expect(received?.text).toBe(push.payload);
  expect(received?.body.toString()).not.toContain('title');
  const { authorization = '', ttl, urgency } = received?.headers ?? {};
  expect([ttl, urgency]).toEqual(['60', 'high']);
  expect(vapidClaims(authorization, sender.publicKey)).toMatchObject({ aud: service.origin, sub: subject });
});

test.each([404, 410])('%i means that the browser has ended the subscription', async (status) => {
  const device = service.subscribe();
  device.answer(status);
  expect(await sender.send(device, push)).toBe('gone');
});

test('a refusal is an error, and a redirect is not followed', async () => {
  const [device, other] = [service.subscribe(), service.subscribe()];
  device.answer(503);
  await expect(sender.send(device, push)).rejects.toThrow('the push service answered 503');
  device.answer(307, { location: other.endpoint });
  await expect(sender.send(device, push)).rejects.toThrow('the push service answered 307');
  expect(other.received).toEqual([]);
});

test('nothing is sent to a service that is no longer listed', async () => {
  const elsewhere = await openTestPushService();
  const device = elsewhere.subscribe();
  expect(await sender.send(device, push)).toBe('gone');
  expect(device.received).toEqual([]);
  await elsewhere.close();
});

test('a VAPID key has 32 bytes and is a private key of the curve', () => {
  expect(isVapidKey(privateKey)).toBe(true);
  for (const text of ['', Buffer.alloc(32).toString('base64url'), randomBytes(31).toString('base64url')])
    expect(isVapidKey(text)).toBe(false);
});
