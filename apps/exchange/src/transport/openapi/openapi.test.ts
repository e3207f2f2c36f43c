import { acts, calls, Code, type Call } from '@fft/contract';
import { describe, expect, test } from 'vitest';
import { safeParse, string } from 'zod/mini';
import { createTestApi } from '../../../testing/test-api.ts';
import { readFields } from '../http/read-fields.ts';
import { route } from '../http/route.ts';
import { openApiOf } from './openapi.ts';
import { refTo, type Schema } from './schemas.ts';
import { statuses } from './statuses.ts';

/** What generators of clients need of the document; the deep proof runs some. */
interface Media {
  readonly schema: Schema;
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: { readonly data: unknown } }>>;
}
interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly parameters?: readonly { readonly name: string; readonly example?: unknown; readonly schema: Schema }[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Media>> };
  readonly responses: Readonly<Record<string, { readonly content?: Readonly<Record<string, Media>> }>>;
}
interface Document {
  readonly tags: readonly { readonly description: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}
const inLanguage = (lang: 'en' | 'zh'): Document =>
  openApiOf({ calls, version: '1.0.0', brand: 'Acme', lang }) as unknown as Document;
const document = inLanguage('en');
const schemas = document.components['schemas'] ?? {};

const every = Object.values<Readonly<Record<string, Call>>>(calls)
  .flatMap((area) => Object.values(area))
  .map((call): [path: string, call: Call, operation: Operation] => {
    const operation = document.paths[call.path]?.[call.method.toLowerCase()];
    if (operation === undefined) throw new Error(`no ${call.path}`);
    return [operation.operationId, call, operation];
  });
const json = (operation: Operation): Media | undefined => operation.responses['200']?.content?.['application/json'];
const bodyOf = ({ operationId }: Operation): Schema => {
  const [area = '', name = ''] = operationId.split('.').map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return schemas[`${area}${name}Body`] ?? {};
};

/** All schemas of a document, with the place of each. */
function everySchema(value: unknown, place = ''): readonly (readonly [place: string, schema: Schema])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value)
    .filter(([key]) => key !== 'example' && key !== 'examples')
    .flatMap(([key, of]) => everySchema(of, `${place}/${key}`));
  return [[place, value as Schema], ...inner];
}

describe('a document that generators take', () => {
  test('has no tuple, no type null and no constant: version 3.0 lacks them', () => {
    const foreign = ['prefixItems', 'const', 'propertyNames', 'if', '$defs', 'definitions'];
    const wrong = everySchema(schemas).filter(
      ([place, schema]) =>
        (Array.isArray(schema.type) || schema.type === 'null' || foreign.some((key) => key in schema)) &&
        !place.endsWith('/properties'),
    );
    expect(wrong).toEqual([]);
  });

  test('each reference leads somewhere, and each component is used', () => {
    const used = new Set(JSON.stringify(document).match(/#\/components\/[\w/]+/g));
    const known = Object.entries(document.components)
      .filter(([kind]) => kind !== 'securitySchemes')
      .flatMap(([kind, byName]) => Object.keys(byName).map((name) => `#/components/${kind}/${name}`));
    expect([...used].toSorted()).toEqual(known.toSorted());
  });

  test('whole numbers say how many bits they need, and those of requests their bounds', () => {
    const whole = everySchema(document.paths)
      .concat(everySchema(schemas))
      .filter(([, { type }]) => type === 'integer');
    expect(whole.filter(([, { format }]) => format === undefined)).toEqual([]);
    const asked = everySchema(document.paths)
      .filter(([place]) => place.includes('/parameters/'))
      .concat(everySchema(schemas).filter(([place]) => /^\/\w+Body\//.test(place)))
      .filter(([, { type }]) => type === 'integer');
    expect(asked.length).toBeGreaterThan(40);
    expect(asked.filter(([, { minimum, maximum }]) => minimum === undefined || maximum === undefined)).toEqual([]);
  });

  test.each(every)('%s has a body that JSON is asked for first', (_id, { encoding, method }, { requestBody }) => {
    const types = encoding === 'multipart' ? [encoding] : ['json', 'x-www-form-urlencoded'];
    const named = Object.keys(requestBody?.content ?? {}).map((type) =>
      type.replace('multipart/form-data', 'multipart'),
    );
    expect(named.map((type) => type.replace('application/', ''))).toEqual(method === 'GET' ? [] : types);
  });

  test.each(every)('%s answers a success or a refusal, which `code` tells apart', (_id, _call, operation) => {
    const [, name = ''] = /schemas\/(\w+)$/.exec(json(operation)?.schema.$ref ?? '') ?? [];
    const [success, refusal] = schemas[name]?.oneOf ?? [];
    expect(refusal).toEqual(refTo('Refusal'));
    const codeOf = (ref: Schema | undefined): Schema | undefined =>
      schemas[/\w+$/.exec(ref?.$ref ?? '')?.[0] ?? '']?.properties?.['code'];
    expect([codeOf(success), codeOf(refusal)]).toEqual([refTo('OkCode'), refTo('RefusalCode')]);
  });

  test('a refusal may have every code but those of a success and of a failure of the server', () => {
    expect(schemas['OkCode']?.enum).toEqual([Code.ok]);
    const others = Object.values(Code).filter((code) => code !== Code.ok && code !== Code.internal);
    expect(schemas['RefusalCode']?.enum).toEqual(others);
  });
});

describe('examples', () => {
  test.each(every)('%s takes and answers its example', (_id, call, operation) => {
    const content = Object.values(operation.requestBody?.content ?? {})[0];
    const query = (operation.parameters ?? []).filter(({ name, example }) => name && example !== undefined);
    const asked =
      call.method === 'GET' ? Object.fromEntries(query.map((one) => [one.name, one.example])) : content?.example;
    if (call.encoding === undefined) {
      const read = safeParse(call.input, asked);
      expect([asked, read.error?.issues]).toEqual([asked, undefined]);
    }
    const answered = json(operation)?.examples?.['success']?.value.data;
    expect([answered, safeParse(call.output, answered).error?.issues]).toEqual([answered, undefined]);
  });

  test('none has a text that says nothing', () => {
    expect(every.filter(([, , operation]) => JSON.stringify(operation).includes(':"text"')).map(([id]) => id)).toEqual(
      [],
    );
  });
});

test.each(every.filter(([, { method }]) => method === 'POST'))(
  '%s refuses other fields where its body is closed, and only there',
  (_id, call, operation) => {
    const body = bodyOf(operation);
    const isClosed = (body.oneOf ?? [body]).every(({ additionalProperties }) => additionalProperties === false);
    expect(isClosed).toBe(acts(call));
    const example = Object.values(operation.requestBody?.content ?? {})[0]?.example as object;
    const read = (): unknown => readFields(call, { ...example, Another: '1' });
    if (isClosed && call.encoding === undefined) expect(read).toThrow('badRequest');
    else if (call.encoding === undefined) expect(read).not.toThrow();
  },
);

test('Chinese texts stand at every head: areas, answers, failures', () => {
  const chinese = inLanguage('zh');
  const said = [
    ...chinese.tags.map(({ description }) => description),
    ...Object.values(chinese.paths).flatMap((methods) => Object.values(methods).map(({ summary }) => summary)),
    ...Object.values(chinese.components['responses'] ?? {}).map(({ ['description']: text }) => String(text)),
  ];
  expect(said.filter((text) => !/[\u4e00-\u9fff]/.test(text))).toEqual([]);
});

test('the statuses that the server answers to a call are those that the document lists', async () => {
  const http = await createTestApi();
  const call = { ...calls.trade.depth, input: calls.trade.depth.input, output: string() };
  route(http.api, call, () => 'done');
  await http.listen();
  const send = (init: RequestInit, path: string = call.path): Promise<Response> =>
    fetch(`http://127.0.0.1:${http.port()}${path}`, init);
  const type = { 'content-type': 'application/json' };
  const answers = await Promise.all([
    send({ method: 'POST', headers: type, body: '{' }),
    send({ method: 'PUT' }),
    send({ method: 'QUERY' }),
    send({ method: 'POST', headers: type, body: JSON.stringify('a'.repeat(20_000)) }),
    send({ method: 'POST', headers: { 'content-type': 'text/plain' }, body: 'a' }),
    send({ method: 'POST', headers: { 'x-long': 'a'.repeat(20_000) } }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([400, 405, 405, 413, 415, 431]);
  const { responses } = document.paths[call.path]?.['post'] ?? {};
  expect(Object.keys(responses ?? {})).toEqual(['200', ...Object.keys(statuses)]);
  await http.close();
});
