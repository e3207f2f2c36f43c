import { keepCollecting, openTestKms, type KmsFailure, type TestKms } from '@fft/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { KmsError, openKms, type Kms, type KmsErrorKind } from './kms.ts';

const digest = new Uint8Array(32).fill(7);
/** Long enough for a busy machine. */
const patience = { attemptMs: 10_000, attempts: 3, pauseMs: 1 };
/** For a request that is never answered. A busy machine may give it up before it arrives. */
const oneShortAttempt = { ...patience, attemptMs: 200, attempts: 1 };
let service: TestKms;
let kms: Kms;
let key: string;

beforeAll(async () => {
  service = await openTestKms();
  kms = openKms(service.url, patience);
  key = service.createKey();
});
afterAll(() => service.close());
beforeEach(() => {
  service.asked.length = 0;
});

const refused = (type: string, status = 400, field = 'message'): KmsFailure => ({
  status,
  body: { __type: type, [field]: 'because' },
});

async function kmsErrorOf(asking: Promise<unknown>): Promise<{ kind: KmsErrorKind; message: string }> {
  const error: unknown = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof KmsError)) throw new Error('the request should have failed');
  return { kind: error.kind, message: error.message };
}

test('requests are signed with the access key; a wrong secret is denied', async () => {
  expect((await kms.sign(key, digest)).length).toBeGreaterThan(60);
  const stranger = openKms(service.url.replace('wJalr', 'wJalx'), patience);
  expect(await kmsErrorOf(stranger.sign(key, digest))).toEqual({
    kind: 'denied',
    message:
      'the KMS denies access (Sign: InvalidSignatureException The request signature we calculated does not match the signature you provided.)',
  });
});

describe('a transient error', () => {
  test.each([
    ['too many requests', refused('ThrottlingException')],
    ['too many requests, by status', { status: 429, body: '' }],
    ['an error inside', refused('com.amazonaws.kms#KMSInternalException', 500)],
    ['a dependency', refused('DependencyTimeoutException', 503)],
    ['a proxy', { status: 502, body: '<html>' }],
    ['no answer', 'hangUp'],
  ] as const)('is retried: %s', async (_what, failure) => {
    service.fail(failure, failure);
    await kms.sign(key, digest);
    expect(service.asked).toEqual(['Sign', 'Sign', 'Sign']);
  });

  test.each([
    ['throttled', refused('ThrottlingException'), 'the KMS is throttling requests (Sign: ThrottlingException because)'],
    ['failing', { status: 500, body: '' }, 'the KMS is not responding (Sign: 500)'],
    ['failing', 'hangUp', 'the KMS is not responding (Sign: no answer)'],
  ] as const)('is thrown after the last attempt: %s', async (kind, failure, message) => {
    service.fail(failure, failure, failure);
    expect(await kmsErrorOf(kms.sign(key, digest))).toEqual({ kind, message });
    expect(service.asked).toHaveLength(3);
  });

  test('a request that is never answered is given up', async () => {
    // Its own: an attempt that ends before it arrives leaves the failure to the next request.
    const silent = await openTestKms();
    onTestFinished(() => silent.close());
    onTestFinished(keepCollecting());
    silent.fail('hang');
    const asking = openKms(silent.url, oneShortAttempt).sign(silent.createKey(), digest);
    const message = 'the KMS is not responding (Sign: no answer)';
    expect(await kmsErrorOf(asking)).toEqual({ kind: 'failing', message });
  });

  test('a refused connection is a failing KMS', async () => {
    const nowhere = openKms('http://a:b@127.0.0.1:1', { ...patience, attempts: 1 });
    expect(await kmsErrorOf(nowhere.sign(key, digest))).toMatchObject({ kind: 'failing' });
  });
});

describe('a permanent error is thrown without a retry', () => {
  test.each([
    ['denied', refused('AccessDeniedException', 400, 'Message')],
    ['denied', refused('ExpiredTokenException')],
    ['disabled', refused('KMSInvalidStateException')],
    ['unknown', refused('ValidationException')],
    ['unknown', { status: 200, body: {} }],
    ['unknown', { status: 200, body: 'no JSON' }],
    ['unknown', { status: 200, body: { Signature: '%%' } }],
  ] as const)('%s', async (kind, failure) => {
    service.fail(failure);
    expect(await kmsErrorOf(kms.sign(key, digest))).toMatchObject({ kind });
    expect(service.asked).toEqual(['Sign']);
  });

  test('a disabled key, until it is enabled', async () => {
    const other = service.createKey();
    service.setState(other, 'Disabled');
    expect(await kmsErrorOf(kms.sign(other, digest))).toMatchObject({
      kind: 'disabled',
      message: expect.stringContaining('is disabled.') as string,
    });
    service.setState(other, 'PendingDeletion');
    expect(await kmsErrorOf(kms.publicKey(other))).toMatchObject({ kind: 'disabled' });
    service.setState(other, 'Enabled');
    await kms.sign(other, digest);
  });
});

test('a ciphertext decrypts only with its own key', async () => {
  const [sealing, another] = [service.createSealingKey(), service.createSealingKey()];
  const sealed = await kms.encrypt(sealing, digest);
  expect(await kms.decrypt(sealing, sealed)).toEqual(digest);
  await expect(kms.decrypt(another, sealed)).rejects.toThrow('InvalidCiphertextException');
});
