import { acts, calls, Code, callWeight, keyRightOf, termWords, type Call, type Lang } from '@fft/contract';
import { firstSentence } from './descriptions.ts';
import { envelope, callHeaders } from './envelopes.ts';
import { Examples } from './examples.ts';
import { refTo, type Schema, type Schemas } from './schemas.ts';
import { statuses } from './statuses.ts';
import { summariesZh } from './summaries-zh.ts';

type Json = Readonly<Record<string, unknown>>;

const security: Readonly<Record<Call['auth'], readonly object[]>> = {
  none: [],
  optional: [{}, { token: [] }],
  required: [{ token: [] }],
};

export interface Named {
  readonly area: string;
  readonly name: string;
  readonly lang: Lang;
  readonly schemas: Schemas;
}

function textOf(call: Call, { area, name, lang }: Named): string {
  const inChinese: Readonly<Record<string, string>> = summariesZh;
  return (lang === 'zh' && inChinese[`${area}.${name}`]) || call.summary;
}

/** A key may sign a call that declares a right. */
function securityOf(call: Call): readonly object[] {
  const right = keyRightOf(call);
  if (right === 'none' || right === 'never') return security[call.auth];
  return [...security[call.auth], { key: [], signature: [] }];
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Describes a call: what it takes, and everything that the server may answer. */
export function operationOf(call: Call, named: Named): Json {
  const { area, name, schemas } = named;
  const description = textOf(call, named);
  const input = withWords(call, schemas.input(call.input, acts(call)), named.lang);
  const takes = call.method === 'GET' ? parametersOf(input, named) : bodyOf(call, input, named);
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: firstSentence(description),
    description,
    security: securityOf(call),
    'x-weight': callWeight(call),
    'x-key-right': keyRightOf(call),
    ...takes,
    responses: { 200: answerOf(call, named), ...failuresOf(call) },
  };
}

/** A success or a refusal, which have the same HTTP status. */
function answerOf(call: Call, { area, name, lang, schemas }: Named): Json {
  const type = `${capital(area)}${capital(name)}`;
  const data = schemas.output(call.output);
  const success = schemas.add(`${type}Success`, envelope('OkCode', data));
  const schema = schemas.add(`${type}Answer`, { oneOf: [success, refTo('Refusal')] });
  const value = new Examples(schemas.components, `${area}.${name}`).of(data, 'data');
  const says =
    lang === 'zh' ? { ok: '成功', refused: '字段不能为空' } : { ok: 'OK', refused: 'Fields cannot be blank' };
  const examples = {
    success: { value: { code: Code.ok, message: says.ok, data: value } },
    refusal: { value: { code: Code.badRequest, message: says.refused, data: { fields: {} } } },
  };
  const described = lang === 'zh' ? '成功，或被拒绝' : 'Success, or a refusal';
  return { description: described, headers: callHeaders, content: { 'application/json': { schema, examples } } };
}

function failuresOf({ method }: Call): Json {
  const known = Object.entries(statuses).filter(([, { isOfBody }]) => isOfBody !== true || method === 'POST');
  return Object.fromEntries(known.map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]));
}

/** The fields of the call that places an order, each with its rule in words. */
function withWords(call: Pick<Call, 'path'>, schema: Schema, lang: Lang): Schema {
  if (call.path !== calls.trade.create.path) return schema;
  const properties: Record<string, Schema> = { ...schema.properties };
  for (const [name, rule] of Object.entries(termWords)) {
    properties[name] = { ...properties[name], description: rule[lang] };
  }
  return { ...schema, properties };
}

const langRef = { $ref: '#/components/parameters/Lang' };

function parametersOf({ properties = {}, required = [] }: Schema, { area, name: call, schemas }: Named): Json {
  const examples = new Examples(schemas.components, `${area}.${call}`);
  const fields = Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
    example: examples.of(schema, name),
  }));
  return { parameters: [...fields, langRef] };
}

function bodyOf({ encoding }: Call, input: Schema, { area, name, schemas }: Named): Json {
  const schema = schemas.add(`${capital(area)}${capital(name)}Body`, input);
  const example = new Examples(schemas.components, `${area}.${name}`).input(input);
  const required = encoding === 'multipart' || input.oneOf !== undefined || (input.required ?? []).length > 0;
  const types =
    encoding === 'multipart' ? ['multipart/form-data'] : ['application/json', 'application/x-www-form-urlencoded'];
  const content = Object.fromEntries(
    types.map((type) => [type, { schema, ...(encoding === undefined && { example }) }]),
  );
  return { parameters: [langRef], requestBody: { required, content } };
}
