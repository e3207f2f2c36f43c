import { parse as parseForm } from 'fast-querystring';
import type { FastifyRequest } from 'fastify';
import type { RawParams } from '../calls/params.ts';
import { duplicateParameter } from '../errors.ts';

/** A request's parameters, of its query and its form. @throws ApiError if one is repeated */
export function paramsOf({ query, body }: FastifyRequest): RawParams {
  const inQuery = fieldsOf(query);
  const params = typeof body === 'string' && body !== '' ? merged(inQuery, fieldsOf(parseForm(body))) : inQuery;
  for (const value of Object.values(params)) if (Array.isArray(value)) throw duplicateParameter();
  return params;
}

/** The query as sent, without `?`. */
export function rawQueryOf({ url }: FastifyRequest): string {
  const mark = url.indexOf('?');
  return mark === -1 ? '' : url.slice(mark + 1);
}

function merged(query: RawParams, form: RawParams): RawParams {
  for (const name of Object.keys(form)) if (Object.hasOwn(query, name)) throw duplicateParameter();
  return { ...query, ...form };
}

function fieldsOf(value: unknown): RawParams {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
