import { Code, weightOf, type Call, type Lang } from '@fft/contract';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import { summariesZh } from './summaries-zh.ts';

/** A JSON schema, as far as it is looked into here. */
export interface Schema {
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly [keyword: string]: unknown;
}

/** The calls of one area by name. */
export type CallsByArea = Readonly<Record<string, Readonly<Record<string, Call>>>>;

const langField: Schema = { type: 'string', enum: ['zh', 'en'], default: 'zh' };

export interface Described {
  readonly calls: CallsByArea;
  readonly version: string;
  readonly lang: Lang;
}

/** Describes calls as an OpenAPI 3.1 document: the same schemas that requests are checked with and answers promise. */
export function openApiOf({ calls, version, lang }: Described): Readonly<Record<string, unknown>> {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const [area, byName] of Object.entries(calls)) {
    for (const [name, call] of Object.entries(byName)) {
      const path = (paths[call.path] ??= {});
      path[call.method.toLowerCase()] = operationOf(call, { area, name, lang });
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'FFT', version, description: descriptions[lang] },
    servers: [{ url: '/' }],
    tags: Object.keys(calls).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'access-token' } },
      responses: { refusal },
    },
  };
}

/** A schema without what every document says of itself. `input` is what callers send, `output` what they get. */
function schemaOf(type: ZodMiniType, io: 'input' | 'output'): Schema {
  const { $schema: _, ...schema } = toJSONSchema(type, { io, unrepresentable: 'any' });
  return schema as Schema;
}

const descriptions: Readonly<Record<Lang, string>> = {
  en: `Every answer of a call is an envelope \`{ code, message, data }\`: HTTP 200 with \`code\` 200 is a success, any other \`code\` says why not, with
\`message\` in the language that \`lang\` asks for. Other HTTP statuses are of the transport alone, in an envelope too. A POST carries a form or JSON, a GET a query. Amounts
and prices are decimal texts, times are milliseconds since the epoch, ids are texts.`,
  zh: `每次调用的回应都是信封 \`{ code, message, data }\`：HTTP 200 且 \`code\` 为 200 即成功，其他 \`code\` 说明未成功的原因，\`message\` 使用 \`lang\` 所要求的语言。其他 HTTP
状态只属于传输层，同样放在信封里。POST 以表单或 JSON 提交，GET 用查询参数。数量与价格是十进制文本，时间是自 1970 年起的毫秒数，编号是文本。`,
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

function operationOf(call: Call, named: Named): Readonly<Record<string, unknown>> {
  const { area, name } = named;
  const input = schemaOf(call.input, 'input');
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
    security: security[call.auth],
    'x-weight': weightOf(call),
    ...(call.method === 'GET' ? { parameters: parametersOf(input) } : { requestBody: bodyOf(call, input) }),
    responses: {
      200: { description: 'Success, or a refusal', content: { 'application/json': { schema: envelope } } },
      default: { $ref: '#/components/responses/refusal' },
    },
  };
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
