import nodeCrypto, { createHmac, generateKeyPairSync, sign } from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { describe, expect, onTestFinished, test } from 'vitest';
import { readAddressList } from './address-list.ts';
import { ed25519Check, hmacCheck, readPublicKey } from './key-material.ts';

describe('an HMAC secret', () => {
  const secret = 'the secret';
  const check = hmacCheck(secret);
  const right = createHmac('sha256', secret).update('a=1').digest('hex');

  test('accepts its signature in either case, of exactly this text', () => {
    expect(check('a=1', right)).toBe(true);
    expect(check('a=1', right.toUpperCase())).toBe(true);
    expect(check('a=2', right)).toBe(false);
  });

  test.each(['', 'x', right.slice(1), `${right}00`, right.replace(/./, 'g'), `${right} `])(
    'refuses the signature “%s”',
    (signature) => {
      expect(check('a=1', signature)).toBe(false);
    },
  );

  test('refuses a signature that differs in any one digit', () => {
    for (let at = 0; at < right.length; at += 1) {
      const other = right[at] === '0' ? '1' : '0';
      expect(check('a=1', right.slice(0, at) + other + right.slice(at + 1))).toBe(false);
    }
  });
});

/** Notes the lengths that are compared in constant time. */
function watchComparisons(): (readonly [number, number])[] {
  const { timingSafeEqual } = nodeCrypto;
  const seen: (readonly [number, number])[] = [];
  nodeCrypto.timingSafeEqual = (one, other) => {
    seen.push([one.byteLength, other.byteLength]);
    return timingSafeEqual(one, other);
  };
  syncBuiltinESMExports();
  onTestFinished(() => {
    nodeCrypto.timingSafeEqual = timingSafeEqual;
    syncBuiltinESMExports();
  });
  return seen;
}

test('an HMAC signature is compared once, whole and in constant time, wherever it differs', () => {
  const check = hmacCheck('the secret');
  const right = createHmac('sha256', 'the secret').update('a=1').digest('hex');
  const seen = watchComparisons();
  const wrongs = Array.from(
    { length: 64 },
    (_, at) => right.slice(0, at) + (right[at] === '0' ? '1' : '0') + right.slice(at + 1),
  );
  expect([right, ...wrongs].filter((signature) => check('a=1', signature))).toEqual([right]);
  expect(seen).toEqual(Array.from({ length: 65 }, () => [32, 32]));
  // Nothing is compared with what has another length.
  expect([right.slice(2), `${right}00`, ''].map((signature) => check('a=1', signature))).toEqual([false, false, false]);
  expect(seen).toHaveLength(65);
});

describe('an Ed25519 key', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const der = publicKey.export({ format: 'der', type: 'spki' });
  const pem = publicKey.export({ format: 'pem', type: 'spki' });
  const right = sign(null, Buffer.from('a=漢'), privateKey).toString('base64');

  test('accepts its signature, also percent-encoded', () => {
    const check = ed25519Check(der);
    expect(check('a=漢', right)).toBe(true);
    expect(check('a=漢', encodeURIComponent(right))).toBe(true);
    expect(check('a=字', right)).toBe(false);
    for (const wrong of ['', '%', '%zz', right.slice(4), `${right}AAAA`]) expect(check('a=漢', wrong)).toBe(false);
  });

  test('accepts its signature in one form of base64 alone', () => {
    const check = ed25519Check(der);
    const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
    const forms = Array.from(digits, (last) => `${right.slice(0, 85)}${last}==`);
    const unpadded = [right.slice(0, 86), `${right.slice(0, 86)}=`];
    expect([...forms, ...unpadded].filter((signature) => check('a=漢', signature))).toEqual([right]);
  });

  test.each<[string, string]>([
    ['PEM', pem],
    ['PEM in one line', pem.replaceAll('\n', '')],
    ['PEM within spaces', `\n ${pem} \n`],
    ['DER in base64', der.toString('base64')],
    ['raw bytes in base64', der.subarray(-32).toString('base64')],
  ])('is read from %s', (_what, text) => {
    expect(readPublicKey(text)?.equals(der)).toBe(true);
  });

  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  test.each<[string, string]>([
    ['nothing', ''],
    ['text', 'not a key'],
    ['a private key', privateKey.export({ format: 'pem', type: 'pkcs8' })],
    ['an RSA key', rsa.publicKey.export({ format: 'pem', type: 'spki' })],
    ['a truncated key', der.subarray(0, 40).toString('base64')],
  ])('is not read from %s', (_what, text) => {
    expect(readPublicKey(text)).toBe(null);
  });
});

test.each<[string, string[] | null]>([
  ['', []],
  ['203.0.113.7', ['203.0.113.7']],
  ['203.0.113.0/24, 2001:db8::/32\n10.0.0.1 10.0.0.1', ['203.0.113.0/24', '2001:db8::/32', '10.0.0.1']],
  ['203.0.113.7，198.51.100.1', ['203.0.113.7', '198.51.100.1']],
  ['0.0.0.0/0', null],
  ['::/0', null],
  ['10.0.0.0/33', null],
  ['10.0.0.0/8/8', null],
  ['10.0.0.0/-8', null],
  ['fe80::1%eth0', null],
  ['example.com', null],
  [Array.from({ length: 21 }, (_, index) => `10.0.0.${index}`).join(), null],
])('the address list “%s” is read as %j', (text, expected) => {
  expect(readAddressList(text)).toEqual(expected);
});
