import multipart from '@fastify/multipart';
import { calls, Code, uploadBytesMax } from '@fft/contract';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { envelopeBody, fieldsOf, jsonType, langOf, sendTransport } from '../transport/http/envelope.ts';
import { messages, say } from '../refusals/messages.ts';
import { route, type Api } from '../transport/http/route.ts';
import { createImage } from './image.ts';
import { createRead } from './read.ts';
import type { Uploads } from './uploads.ts';

/** Beside the file: the other parts of the form, and what stands between them. */
const formBytesMax = 16 * 1024;

/** Binds the calls about pictures. Multipart forms are understood at this one path alone. */
export async function bindUploadCalls(api: Api, uploads: Uploads): Promise<void> {
  route(api, calls.upload.read, createRead(uploads));
  await api.server.register(async (scope) => {
    // Before any of the body is read, so that a megabyte is taken in for those alone who may send it.
    scope.addHook('onRequest', (request, reply) => refuseEarly(api, request, reply));
    await takeMultipart(scope);
    route({ ...api, server: scope }, calls.upload.image, createImage(uploads));
  });
}

const limits = {
  fileSize: uploadBytesMax,
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

/** The form's fields, files as their bytes. What is no such form is the sender's fault. */
async function readForm(request: FastifyRequest): Promise<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  try {
    for await (const part of request.parts()) {
      fields[part.fieldname] = part.type === 'file' ? await part.toBuffer() : part.value;
    }
  } catch (cause) {
    const statusCode = cause instanceof Error && 'statusCode' in cause ? cause.statusCode : 400;
    throw Object.assign(new Error('the form can not be read', { cause }), { statusCode });
  }
  return fields;
}

async function refuseEarly(api: Api, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> {
  if (Number(request.headers['content-length'] ?? 0) > uploadBytesMax + formBytesMax) {
    return sendTransport(request, reply, { status: 413, key: 'bodyTooLarge' });
  }
  const token = request.headers['access-token'];
  const customer = typeof token === 'string' && token !== '' ? await api.sessions.authenticate(token) : null;
  if (customer !== null) return undefined;
  const message = say(messages.sessionInvalid, langOf(fieldsOf(request.query)));
  return reply.type(jsonType).send(envelopeBody(Code.sessionInvalid, message));
}
