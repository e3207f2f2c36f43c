import {
  maxOrdersPerMessage,
  namedSchemas,
  streamCalls,
  streamData,
  streamPath,
  streamRequest,
  type Lang,
} from '@fft/contract';
import * as z from 'zod/mini';
import type { Described } from './openapi.ts';
import { socketTexts } from './descriptions.ts';

type Json = Readonly<Record<string, unknown>>;

const messageRef = (name: string): Json => ({ $ref: `#/components/messages/${name}` });
const channelRef: Json = { $ref: '#/channels/socket' };
const channelMessageRef = (name: string): Json => ({ $ref: `#/channels/socket/messages/${name}` });
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Describes the exchange's own socket as an AsyncAPI document, from the schemas that validate its messages. The exchange receives requests, and sends answers and pushes. */
export function asyncApiOf({ version, brand, publicUrl = null, lang }: Omit<Described, 'calls'>): Json {
  const schemas = new SocketSchemas();
  const requests = requestsOf(schemas);
  const pushes = pushesOf(schemas);
  const messages = {
    ...Object.fromEntries(
      requests.flatMap(({ name, payload, answer }) => [
        [`${name}Request`, messageOf(`${name}Request`, payload)],
        [`${name}Answer`, messageOf(`${name}Answer`, answer)],
      ]),
    ),
    errorAnswer: messageOf('errorAnswer', answerTo(['error'], {})),
    ...Object.fromEntries(pushes.map(({ name, payload }) => [`${name}Push`, messageOf(`${name}Push`, payload)])),
  };
  const said = socketTexts[lang];
  return {
    asyncapi: '3.0.0',
    info: {
      title: brand,
      version,
      description: said.overview,
      contact: { name: brand, ...(publicUrl !== null && { url: publicUrl }) },
      license: { name: 'Apache-2.0', url: 'https://www.apache.org/licenses/LICENSE-2.0' },
    },
    defaultContentType: 'application/json',
    servers: { exchange: serverOf(publicUrl) },
    channels: {
      socket: {
        address: streamPath,
        description: said.channel,
        messages: Object.fromEntries(Object.keys(messages).map((name) => [name, messageRef(name)])),
        bindings: { ws: { method: 'GET' } },
      },
    },
    operations: operationsOf(requests, pushes, lang),
    components: { messages, schemas: Object.fromEntries(schemas.components) },
  };
}

function serverOf(publicUrl: string | null): Json {
  const { host, protocol } = new URL(publicUrl ?? 'http://localhost:8080');
  return { host, protocol: protocol === 'https:' ? 'wss' : 'ws' };
}

const messageOf = (name: string, payload: Json): Json => ({ name, title: name, payload });

/** JSON schemas of draft 7, as AsyncAPI has them, with tuples and the type null. */
class SocketSchemas {
  readonly components = new Map<string, Json>();
  readonly #names = z.registry<{ id: string }>();

  constructor() {
    for (const [id, make] of Object.entries(namedSchemas)) this.#names.add(make(), { id });
  }

  of(type: z.ZodMiniType, io: 'input' | 'output'): Json {
    const {
      $schema: _,
      definitions = {},
      ...schema
    } = z.toJSONSchema(type, {
      target: 'draft-7',
      io,
      unrepresentable: 'any',
      metadata: this.#names,
      override: ({ zodSchema, jsonSchema }) => {
        // Later versions add fields.
        if (zodSchema._zod.def.type === 'object' && io === 'output') jsonSchema.additionalProperties = true;
      },
    }) as { readonly $schema?: string; readonly definitions?: Readonly<Record<string, Json>> };
    for (const [name, definition] of Object.entries(definitions)) this.components.set(name, withOwnRefs(definition));
    return withOwnRefs(schema);
  }
}

function withOwnRefs(schema: Json): Json {
  return JSON.parse(JSON.stringify(schema).replaceAll('"#/definitions/', '"#/components/schemas/')) as Json;
}

interface Request {
  readonly name: string;
  readonly payload: Json;
  readonly answer: Json;
}

const id: Json = { type: 'number', description: 'The answer repeats it' };
const text: Json = { type: 'string' };

/** An answer to these operations. A refusal has data of its own. */
function answerTo(ops: readonly string[], data: Json): Json {
  return {
    type: 'object',
    properties: {
      op: ops.length === 1 ? { const: ops[0] } : { enum: ops },
      id,
      code: { type: 'integer' },
      message: text,
      data,
      time: { type: 'integer', minimum: 0 },
    },
    required: ['op', 'code', 'message', 'time'],
  };
}

/** Every request that a client may send. */
function requestsOf(schemas: SocketSchemas): readonly Request[] {
  const { options } = streamRequest().def;
  const plain = options.map((option): Request => {
    const [op = ''] = option.shape.op.def.values;
    return { name: op, payload: schemas.of(option, 'input'), answer: answerTo([op], {}) };
  });
  const ofCalls = Object.entries(streamCalls).map(([op, call]): Request => {
    const data = schemas.of(call.output, 'output');
    return {
      name: op,
      payload: callOf(op, schemas.of(call.input, 'input')),
      answer: answerTo([op], { anyOf: [data, { type: 'object' }, { type: 'null' }] }),
    };
  });
  return [...plain, ...ofCalls, manyOf(schemas)];
}

function callOf(op: string, params: Json): Json {
  const properties = { op: { const: op }, id, lang: text, sessionMark: text, params };
  return { type: 'object', properties, required: ['op', 'params'] };
}

/** Many orders in one message, each answered by an envelope of its own. */
function manyOf(schemas: SocketSchemas): Request {
  const order = schemas.of(streamCalls.create.input, 'input');
  const orders = { type: 'array', items: order, maxItems: maxOrdersPerMessage };
  const params = { type: 'object', properties: { orders }, required: ['orders'] };
  const data = { anyOf: [schemas.of(streamCalls.create.output, 'output'), { type: 'object' }, { type: 'null' }] };
  const envelope = {
    type: 'object',
    properties: { code: { type: 'integer' }, message: text, data },
    required: ['code', 'message', 'data'],
  };
  const answered = { anyOf: [{ type: 'array', items: envelope }, { type: 'object' }, { type: 'null' }] };
  return { name: 'createMany', payload: callOf('createMany', params), answer: answerTo(['createMany'], answered) };
}

/** Every kind of push. */
function pushesOf(schemas: SocketSchemas): readonly { readonly name: string; readonly payload: Json }[] {
  return Object.entries(streamData).map(([name, make]) => {
    const isOfMarkets = ['ticker', 'depth', 'trades', 'kline'].includes(name);
    const channel = { type: 'string', pattern: isOfMarkets ? `^${name}(:|$)` : `^${name}$` };
    const properties = { channel, seq: { type: 'integer', minimum: 0 }, data: schemas.of(make(), 'output') };
    return { name, payload: { type: 'object', properties, required: ['channel', 'seq', 'data'] } };
  });
}

function operationsOf(requests: readonly Request[], pushes: ReturnType<typeof pushesOf>, lang: Lang): Json {
  const said = socketTexts[lang];
  const received = requests.map(({ name }) => [
    `receive${capital(name)}`,
    {
      action: 'receive',
      channel: channelRef,
      summary: said.requests[name],
      messages: [channelMessageRef(`${name}Request`)],
      reply: { channel: channelRef, messages: [channelMessageRef(`${name}Answer`), channelMessageRef('errorAnswer')] },
    },
  ]);
  const sent = pushes.map(({ name }) => [
    `send${capital(name)}`,
    {
      action: 'send',
      channel: channelRef,
      summary: said.pushes[name],
      messages: [channelMessageRef(`${name}Push`)],
    },
  ]);
  return Object.fromEntries([...received, ...sent]) as Json;
}
