import multipart from '@fastify/multipart';
import { apiKeyHeader, calls, maxUploadBytes } from '@fft/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowSlowBody } from '../transport/http/connections.ts';
import { fieldsOf, jsonType, langOf, sendTransport } from '../transport/http/envelope.ts';
import { sessionRefusal } from '../transport/http/execute-call.ts';
import { refusalAnswer } from '../transport/http/refusal-answer.ts';
import { route, type Api, type Handler } from '../transport/http/route.ts';
import type { Uploads } from './uploads.ts';
import { FieldRefusal, type Refusal } from '../refusals/refusal.ts';
import { refuse } from '../refusals/refuse.ts';

/** Allowance for the form's other parts and boundaries. */
const maxFormBytes = 16 * 1024;

/** Binds the calls about pictures. Multipart forms are parsed on this path only. */
export async function bindUploadCalls(api: Api, uploads: Uploads): Promise<void> {
  route(api, calls.upload.read, createReadUpload(uploads));
  await api.server.register(async (scope) => {
    // Checked before the body is read, so that only permitted callers can send a megabyte.
    scope.addHook('onRequest', (request, reply) => refuseEarly(api, request, reply));
    await takeMultipart(scope);
    route({ ...api, server: scope }, calls.upload.image, createUploadImage(uploads));
  });
}

const limits = {
  fileSize: maxUploadBytes,
  files: 1,
  fields: 4,
  parts: 5,
  fieldSize: 1024,
  fieldNameSize: 100,
  headerPairs: 20,
};

async function takeMultipart(scope: FastifyInstance): Promise<void> {
  await scope.register(multipart, { limits });
  scope.addHook('preValidation', async (request) => {
    if (request.isMultipart()) request.body = await readForm(request);
  });
}

/** Parses the form: fields as text, files as bytes. A malformed form is the caller's fault. */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      fields[part.fieldname] = part.type === 'file' ? await part.toBuffer() : part.value;
    }
  } catch (cause) {
    const statusCode = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : 400;
    throw Object.assign(new Error('the multipart form is malformed', { cause }), { statusCode });
  }
  return fields;
}

async function refuseEarly(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > maxUploadBytes + maxFormBytes) {
    return sendTransport(request, reply, { status: 413, key: 'bodyTooLarge' });
  }
  if (api.keys !== undefined && request.headers[apiKeyHeader] !== undefined) {
    return answerRefusal(request, reply, refuse('neverByApiKey', { data: { right: 'never' } }));
  }
  const token = request.headers['access-token'];
  if (typeof token !== 'string' || token === '') return answerRefusal(request, reply, sessionRefusal(null));
  if ((await api.sessions.authenticate(token)) !== null) {
    allowSlowBody(request.raw);
    return undefined;
  }
  return answerRefusal(request, reply, sessionRefusal((await api.sessions.whyEnded?.(token)) ?? null));
}

function answerRefusal(request: FastifyRequest, reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { body } = refusalAnswer(refusal, langOf(fieldsOf(request.query)));
  return reply.type(jsonType).send(body);
}

/** Uploads a picture. */
function createUploadImage(uploads: Uploads): Handler<typeof calls.upload.image> {
  return async ({ file }, { customer }) => {
    // A file part is parsed to bytes; anything else under this name is not a file.
    if (!(file instanceof Uint8Array)) throw new FieldRefusal({ file: 'image' });
    return { id: await uploads.add(customer.id, file) };
  };
}

/** Returns the customer's own picture; another customer's is reported as not found. */
function createReadUpload(uploads: Uploads): Handler<typeof calls.upload.read> {
  return async ({ id }, { customer }) => {
    const picture = await uploads.read(customer.id, id);
    if (picture === null) throw refuse('unknownUpload');
    return { type: 'image/jpeg', data: picture.toString('base64') };
  };
}
