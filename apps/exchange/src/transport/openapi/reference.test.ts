import { calls, keyRightOf, type Call } from '@fft/contract';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestApi, type TestApi } from '../../../testing/test-api.ts';
import type { Schema } from './schemas.ts';
import { serveReference } from './serve-reference.ts';

interface Operation {
  readonly operationId: string;
  readonly description: string;
  readonly security: readonly object[];
  readonly parameters?: readonly { readonly name: string; readonly required: boolean; readonly $ref?: string }[];
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
  readonly responses: Readonly<Record<string, unknown>>;
}
type Document = {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
};

let http: TestApi;
beforeEach(async () => {
  http = await createTestApi();
});
afterEach(() => http.close());

async function document(mode: 'demo' | 'production'): Promise<Document> {
  serveReference(http.api, { mode, brandName: 'Acme', publicUrl: null });
  await http.listen();
  const answer = await http.get('/api/openapi.json');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return JSON.parse(answer.text) as Document;
}

describe('the OpenAPI document', () => {
  test('has every call of the contract, with its summary and security', async () => {
    const { openapi, paths } = await document('demo');
    expect(openapi).toBe('3.0.3');
    const security = { none: [], optional: [{}, { token: [] }], required: [{ token: [] }] };
    const bySignature = (call: Call): object[] =>
      ['none', 'never'].includes(keyRightOf(call)) ? [] : [{ key: [], signature: [] }];
    const ids = new Set<string>();
    for (const [area, byName] of Object.entries<Readonly<Record<string, Call>>>(calls)) {
      for (const [name, call] of Object.entries(byName)) {
        const operation = paths[call.path]?.[call.method.toLowerCase()];
        expect(operation).toMatchObject({
          operationId: `${area}.${name}`,
          description: call.summary,
          security: [...security[call.auth], ...bySignature(call)],
        });
        ids.add(operation?.operationId ?? '');
      }
    }
    const count = Object.values(paths).reduce((sum, methods) => sum + Object.keys(methods).length, 0);
    expect(count).toBe(ids.size);
  });

  test('has a Chinese summary for every call if lang is zh', async () => {
    const english = await document('demo');
    const answer = await http.get('/api/openapi.json', { fields: { lang: 'zh' } });
    const chinese = JSON.parse(answer.text) as Document;
    expect(Object.keys(chinese.paths)).toEqual(Object.keys(english.paths));
    const summaries = Object.values(chinese.paths).flatMap((methods) =>
      Object.values(methods).map((of) => of.description),
    );
    expect(summaries.filter((summary) => !/[\u4e00-\u9fff].*。$/.test(summary))).toEqual([]);
  });

  test('describes queries, bodies and files', async () => {
    const { paths, components } = await document('demo');
    const operation = (method: 'get' | 'post', path: string): Operation => {
      const found = paths[path]?.[method];
      if (!found) throw new Error(`no ${path}`);
      return found;
    };
    const { parameters = [] } = operation('get', '/api/assets/coinbill.html');
    expect(parameters.map(({ name, required }) => [name, required])).toContainEqual(['coin', false]);
    expect(parameters.at(-1)).toEqual({ $ref: '#/components/parameters/Lang' });

    const body = operation('post', '/api/transfer/change.html').requestBody;
    expect(body?.required).toBe(true);
    // Generators take the first type.
    expect(Object.keys(body?.content ?? {})).toEqual(['application/json', 'application/x-www-form-urlencoded']);
    expect(body?.content['application/json']?.schema).toEqual({ $ref: '#/components/schemas/TransferSubmitBody' });
    const { required } = components.schemas['TransferSubmitBody'] ?? {};
    expect(required).toEqual(['requestId', 'coin', 'from', 'to', 'amount']);
    expect(operation('post', '/api/passport/logout.html').requestBody?.required).toBe(false);

    const file = operation('post', '/api/upload/image.html').requestBody?.content['multipart/form-data'];
    expect(file?.schema).toEqual({ $ref: '#/components/schemas/UploadImageBody' });
    const { properties } = components.schemas['UploadImageBody'] ?? {};
    expect(properties?.['file']).toEqual({ type: 'string', format: 'binary' });
  });

  test('omits the demo’s calls in production', async () => {
    const { paths } = await document('production');
    expect(Object.keys(paths).filter((path) => path.startsWith('/demo'))).toEqual([]);
    expect(Object.keys(paths).length).toBeGreaterThan(50);
  });
});

test('the page loads only its own style and script, under the content security policy', async () => {
  serveReference(http.api, { mode: 'demo', brandName: 'Acme', publicUrl: null });
  await http.listen();
  const page = await http.get('/reference');
  expect(page.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(page.text).not.toMatch(/<script(?! src=)|\son\w+=|style=/);
  for (const [, path = ''] of page.text.matchAll(/(?:src|href)="(\/reference[^"]*)"/g)) {
    expect((await http.get(path)).status).toBe(200);
  }
});

describe('both documents travel compressed', () => {
  const ask = (path: string, headers: Readonly<Record<string, string>>) => http.fetch(path, { headers });

  test.each(['/api/openapi.json', '/api/asyncapi.json'])('%s is the same in each encoding', async (path) => {
    serveReference(http.api, { mode: 'demo', brandName: 'Acme', publicUrl: null });
    await http.listen();
    const plain = await ask(path, { 'accept-encoding': 'identity' });
    expect([plain.headers.get('content-encoding'), plain.headers.get('vary')]).toEqual([null, 'accept-encoding']);
    const tag = plain.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\//);
    const size = plain.text.length;
    for (const [accepted, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['br;q=0, GZIP;q=0.5', 'gzip'],
    ] as const) {
      // Twice: at first it is compressed, then kept.
      for (let time = 0; time < 2; time += 1) {
        const packed = await ask(path, { 'accept-encoding': accepted });
        expect([packed.text, packed.headers.get('content-encoding')]).toEqual([plain.text, encoding]);
        expect(Number(packed.headers.get('content-length'))).toBeLessThan(size / 5);
        expect([packed.headers.get('etag'), packed.headers.get('vary')]).toEqual([tag, 'accept-encoding']);
      }
      const known = await ask(path, { 'accept-encoding': accepted, 'if-none-match': tag });
      expect([known.status, known.text, known.headers.get('content-encoding')]).toEqual([304, '', null]);
    }
    for (const accepted of ['gzip;q=0', 'br;q=0.000', 'zstd'])
      expect((await ask(path, { 'accept-encoding': accepted })).headers.get('content-encoding')).toBeNull();
  });
});
