import { openTestKms, type KmsFailure, type TestKms } from '@fft/testkit';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { KmsError, openKms, type Kms, type KmsTrouble } from './kms.ts';

const digest = new Uint8Array(32).fill(7);
/** Longer than an answer takes on a machine with too much else to do. */
const patience = { attemptMs: 10_000, attempts: 3, pauseMs: 1 };
/** For answers that never come: each is waited for so long. */
const littlePatience = { ...patience, attemptMs: 1_000 };
let service: TestKms;
let kms: Kms;
let kmsInHaste: Kms;
let key: string;

beforeAll(async () => {
  service = await openTestKms();
  kms = openKms(service.url, patience);
  kmsInHaste = openKms(service.url, littlePatience);
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

async function troubleOf(asking: Promise<unknown>): Promise<{ trouble: KmsTrouble; message: string }> {
  const error: unknown = await asking.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof KmsError)) throw new Error('it should have failed');
  return { trouble: error.trouble, message: error.message };
}

test('requests bear a signature that the service accepts, and another secret does not do', async () => {
  expect((await kms.sign(key, digest)).length).toBeGreaterThan(60);
  const stranger = openKms(service.url.replace('wJalr', 'wJalx'), patience);
  expect(await troubleOf(stranger.sign(key, digest))).toEqual({
    trouble: 'denied',
    message:
      'the KMS does not let the signer in (Sign: InvalidSignatureException The request signature we calculated does not match the signature you provided.)',
  });
});

describe('what passes by itself', () => {
  test.each([
    ['too many requests', refused('ThrottlingException')],
    ['too many requests, by status', { status: 429, body: '' }],
    ['an error inside', refused('com.amazonaws.kms#KMSInternalException', 500)],
    ['a dependency', refused('DependencyTimeoutException', 503)],
    ['a proxy', { status: 502, body: '<html>' }],
  ] as const)('is asked again: %s', async (_what, failure) => {
    service.fail(failure, failure);
    await kms.sign(key, digest);
    expect(service.asked).toEqual(['Sign', 'Sign', 'Sign']);
  });

  test('is asked again: no answer', async () => {
    service.fail('hang', 'hang');
    await kmsInHaste.sign(key, digest);
    expect(service.asked).toEqual(['Sign', 'Sign', 'Sign']);
  });

  test.each([
    ['throttled', refused('ThrottlingException'), 'the KMS is asked too often (Sign: ThrottlingException because)'],
    ['failing', { status: 500, body: '' }, 'the KMS does not answer (Sign: 500)'],
  ] as const)('is said after the last attempt: %s', async (trouble, failure, message) => {
    service.fail(failure, failure, failure);
    expect(await troubleOf(kms.sign(key, digest))).toEqual({ trouble, message });
    expect(service.asked).toHaveLength(3);
  });

  test('is said after the last attempt: no answer', async () => {
    service.fail('hang', 'hang', 'hang');
    const message = 'the KMS does not answer (Sign: no answer)';
    expect(await troubleOf(kmsInHaste.sign(key, digest))).toEqual({ trouble: 'failing', message });
    expect(service.asked).toHaveLength(3);
  });

  test('nobody there', async () => {
    const nowhere = openKms('http://a:b@127.0.0.1:1', { ...patience, attempts: 1 });
    expect(await troubleOf(nowhere.sign(key, digest))).toMatchObject({ trouble: 'failing' });
  });
});

describe('what does not pass is said at once', () => {
  test.each([
    ['denied', refused('AccessDeniedException', 400, 'Message')],
    ['denied', refused('ExpiredTokenException')],
    ['disabled', refused('KMSInvalidStateException')],
    ['unknown', refused('ValidationException')],
    ['unknown', { status: 200, body: {} }],
    ['unknown', { status: 200, body: 'no JSON' }],
    ['unknown', { status: 200, body: { Signature: '%%' } }],
  ] as const)('%s', async (trouble, failure) => {
    service.fail(failure);
    expect(await troubleOf(kms.sign(key, digest))).toMatchObject({ trouble });
    expect(service.asked).toEqual(['Sign']);
  });

  test('a key that is switched off, until it is switched on', async () => {
    const other = service.createKey();
    service.setState(other, 'Disabled');
    expect(await troubleOf(kms.sign(other, digest))).toMatchObject({
      trouble: 'disabled',
      message: expect.stringContaining('is disabled.') as string,
    });
    service.setState(other, 'PendingDeletion');
    expect(await troubleOf(kms.publicKey(other))).toMatchObject({ trouble: 'disabled' });
    service.setState(other, 'Enabled');
    await kms.sign(other, digest);
  });
});

test('what was sealed opens again, by the same key alone', async () => {
  const [sealing, another] = [service.createSealingKey(), service.createSealingKey()];
  const sealed = await kms.encrypt(sealing, digest);
  expect(await kms.decrypt(sealing, sealed)).toEqual(digest);
  await expect(kms.decrypt(another, sealed)).rejects.toThrow('InvalidCiphertextException');
});
