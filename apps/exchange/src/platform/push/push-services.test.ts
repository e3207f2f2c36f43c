import { expect, test } from 'vitest';
import { isOfService, knownPushServices } from './push-services.ts';

test.each([
  'https://fcm.googleapis.com/fcm/send/abc',
  'https://updates.push.services.mozilla.com/wpush/v2/abc',
  'https://wns2-par02p.notify.windows.com/w/?token=abc',
  'https://web.push.apple.com/QAbc',
])('%s belongs to a browser’s push service', (endpoint) => {
  expect(isOfService(endpoint, knownPushServices)).toBe(true);
});

test.each([
  'http://fcm.googleapis.com/fcm/send/abc',
  'https://fcm.googleapis.com:8443/fcm/send/abc',
  'https://user:password@fcm.googleapis.com/abc',
  'https://fcm.googleapis.com.evil.example/abc',
  'https://evil.example/fcm.googleapis.com',
  'https://evilpush.apple.com/abc',
  'https://push.apple.com.evil.example/abc',
  'https://127.0.0.1/abc',
  'https://localhost/abc',
  'https://[::1]/abc',
  'https://169.254.169.254/latest/meta-data',
  'https://10.0.0.1/abc',
  'ftp://fcm.googleapis.com/abc',
  'file:///etc/passwd',
  'javascript:alert(1)',
  'fcm.googleapis.com',
  '',
])('%s is refused: the server would send requests where a customer says', (endpoint) => {
  expect(isOfService(endpoint, knownPushServices)).toBe(false);
});

test('an origin of this machine is matched exactly', () => {
  const services = ['http://127.0.0.1:9000'];
  expect(isOfService('http://127.0.0.1:9000/push/1', services)).toBe(true);
  expect(isOfService('http://127.0.0.1:9001/push/1', services)).toBe(false);
  expect(isOfService('https://127.0.0.1:9000/push/1', services)).toBe(false);
});
