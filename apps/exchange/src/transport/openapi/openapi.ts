import { apiKeyHeader, calls, Code, callWeight, keyRightOf, termWords, type Call, type Lang } from '@fft/contract';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import { summariesZh } from './summaries-zh.ts';

/** A JSON schema, limited to the keywords used here. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** Calls by area and name. */
export type CallsByArea = Readonly<Record<string, Readonly<Record<string, Call>>>>;

const langField: Schema = { type: 'string', enum: ['zh', 'en'], default: 'zh' };

export interface Described {
  readonly calls: CallsByArea;
  readonly version: string;
  /** The product's name. */
  readonly brand: string;
  readonly lang: Lang;
}

/** Describes calls as an OpenAPI 3.1 document, from the schemas that validate requests and responses. */
export function openApiOf({ calls, version, brand, lang }: Described): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [area, byName] of Object.entries(calls)) {
    for (const [name, call] of Object.entries(byName)) {
      const path = (paths[call.path] ??= {});
      path[call.method.toLowerCase()] = operationOf(call, { area, name, lang });
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: brand, version, description: descriptions[lang] },
    servers: [{ url: '/' }],
    tags: Object.keys(calls).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'access-token' },
        key: { type: 'apiKey', in: 'header', name: apiKeyHeader },
      },
      responses: { refusal },
    },
  };
}

/** Converts a schema, without `$schema`. `input` is the request form, `output` the response form. */
function schemaOf(type: ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema as Schema;
}

const descriptions: Readonly<Record<Lang, string>> = {
  en: `Every response is an envelope \`{ code, message, data }\`: HTTP 200 with \`code\` 200 is a success; any other \`code\` is a refusal, with
\`message\` in the language given by \`lang\`. Other HTTP statuses are transport errors, also in an envelope. POST calls take a form or JSON, GET calls a query.
Amounts and prices are decimal strings; an average price has two places more than its market's prices and is rounded half-even. Times are milliseconds since the epoch, ids are strings.`,
  zh: `每次调用都返回信封 \`{ code, message, data }\`：HTTP 200 且 \`code\` 为 200 表示成功；其他 \`code\` 表示被拒绝，\`message\` 使用 \`lang\` 指定的语言。其他 HTTP
状态码表示传输层错误，同样使用信封。POST 以表单或 JSON 提交，GET 使用查询参数。数量与价格是十进制字符串；均价的小数位数比交易对的价格多两位，按“四舍六入五成双”舍入。时间是 Unix 毫秒时间戳，编号是字符串。`,
};

const refusal = {
  description: 'A refusal, in the same envelope',
  content: {
    'application/json': {
      schema: {
        type: 'object',
        properties: {
          code: { enum: Object.values(Code).filter((code) => code !== Code.ok) },
          message: { type: 'string' },
          data: {},
        },
        required: ['code', 'message', 'data'],
      },
    },
  },
};

const security: Readonly<Record<Call['auth'], readonly object[]>> = {
  none: [],
  optional: [{}, { token: [] }],
  required: [{ token: [] }],
};

interface Named {
  readonly area: string;
  readonly name: string;
  readonly lang: Lang;
}

function summaryOf(call: Call, { area, name, lang }: Named): string {
  const inChinese: Readonly<Record<string, string>> = summariesZh;
  return (lang === 'zh' && inChinese[`${area}.${name}`]) || call.summary;
}

/** A key may sign a call that declares a right. */
function securityOf(call: Call): readonly object[] {
  const right = keyRightOf(call);
  return right === 'none' || right === 'never' ? security[call.auth] : [...security[call.auth], { key: [] }];
}

function operationOf(call: Call, named: Named): Readonly<Record<string, unknown>> {
  const { area, name } = named;
  const input = withWords(call, schemaOf(call.input, 'input'), named.lang);
  const data = schemaOf(call.output, 'output');
  const envelope = {
    type: 'object',
    properties: { code: { const: Code.ok }, message: { type: 'string' }, data },
    required: ['code', 'message', 'data'],
  };
  return {
    operationId: `${area}.${name}`,
    tags: [area],
    summary: summaryOf(call, named),
    security: securityOf(call),
    'x-weight': callWeight(call),
    'x-key-right': keyRightOf(call),
    ...(call.method === 'GET' ? { parameters: parametersOf(input) } : { requestBody: bodyOf(call, input) }),
    responses: {
      200: { description: 'Success, or a refusal', content: { 'application/json': { schema: envelope } } },
      default: { $ref: '#/components/responses/refusal' },
    },
  };
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

function parametersOf({ properties = {}, required = [] }: Schema): readonly object[] {
  return Object.entries({ ...properties, lang: langField }).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function bodyOf({ encoding }: Call, input: Schema): Readonly<Record<string, unknown>> {
  const schema = input.properties ? { ...input, properties: { ...input.properties, lang: langField } } : input;
  if (encoding === 'multipart') {
    const file = { type: 'string', format: 'binary' };
    return {
      content: { 'multipart/form-data': { schema: { ...schema, properties: { ...schema.properties, file } } } },
    };
  }
  return { content: { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } } };
}
