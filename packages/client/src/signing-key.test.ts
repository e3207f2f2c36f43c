import { createHmac, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { ed25519Key, hmacKey } from './signing-key.ts';

const now = (): number => 1_700_000_000_000;

describe('a signed text', () => {
  test('ends with the HMAC of all before it', async () => {
    const payload = 'a=1&timestamp=1700000000000';
    const signature = createHmac('sha256', 'the secret').update(payload).digest('hex');
    expect(await hmacKey('key', 'the secret', { now }).signedText('a=1')).toBe(`${payload}&signature=${signature}`);
  });

  test('has the window if one is set, and no separator in front of the first parameter', async () => {
    const text = await hmacKey('key', 'the secret', { now, recvWindowMs: 10_000 }).signedText('');
    expect(text).toMatch(/^timestamp=1700000000000&recvWindow=10000&signature=[0-9a-f]{64}$/);
  });

  test('of a form is signed behind the query', async () => {
    const signature = createHmac('sha256', 's').update('type=loginb=2&timestamp=1700000000000').digest('hex');
    expect(await hmacKey('key', 's', { now }).signedText('b=2', 'type=login')).toBe(
      `b=2&timestamp=1700000000000&signature=${signature}`,
    );
  });

  test('by Ed25519 is verified by the public key', async () => {
    const { publicKey, privateKey } = generateKeyPairSync('ed25519');
    const pem = privateKey.export({ format: 'pem', type: 'pkcs8' });
    const text = await ed25519Key('key', pem, { now }).signedText('name=漢');
    const [payload = '', signature = ''] = text.split('&signature=');
    const bytes = Buffer.from(decodeURIComponent(signature), 'base64');
    expect(verify(null, Buffer.from(payload), publicKey, bytes)).toBe(true);
  });
});

test('a socket’s log-in signs its fields sorted by name', async () => {
  const key = hmacKey('key', 's', { now, recvWindowMs: 5 });
  const payload = 'apiKey=key&recvWindow=5&timestamp=1700000000000';
  const signature = createHmac('sha256', 's').update(payload).digest('hex');
  expect(await key.signedLogIn()).toEqual({ op: 'auth', apiKey: 'key', timestamp: now(), recvWindow: 5, signature });
});
