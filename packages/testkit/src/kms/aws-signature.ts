import { createHash, createHmac } from 'node:crypto';

/** The parts of a request that an AWS signature covers. */
export interface SignedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly body: string;
}

/** Verifies a request's signature (version 4) with this key. Written from AWS's specification alone. */
export function bearsSignature(
  { method, path, headers, body }: SignedRequest,
  { id, secret, service }: { readonly id: string; readonly secret: string; readonly service: string },
): boolean {
  const given = String(headers['authorization'] ?? '');
  const [, key, day = '', region = ''] = /Credential=([^/]+)\/(\d{8})\/([\w-]+)\/\w+\/aws4_request/.exec(given) ?? [];
  const [, signed = ''] = /SignedHeaders=([\w;-]+)/.exec(given) ?? [];
  const names = signed.split(';');
  if (key !== id || !names.includes('host') || !names.includes('x-amz-date')) return false;
  const lines = names.map((name) => `${name}:${String(headers[name]).trim()}\n`);
  const canonical = [method, path, '', lines.join(''), signed, sha256(body)].join('\n');
  const scope = `${day}/${region}/${service}/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', String(headers['x-amz-date']), scope, sha256(canonical)].join('\n');
  const signingKey = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`);
  return given.endsWith(`Signature=${hmac(signingKey, text).toString('hex')}`);
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest();
}
