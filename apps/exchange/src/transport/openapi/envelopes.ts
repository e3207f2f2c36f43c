import { Code, type Lang } from '@fft/contract';
import { refTo, type Schema, type Schemas } from './schemas.ts';
import { failureCode, refusalCode, refusalData, statuses } from './statuses.ts';

type Json = Readonly<Record<string, unknown>>;

const text: Schema = { type: 'string' };
/** An answer's envelope around its data. */
export const envelope = (code: string, data: Schema): Schema => ({
  type: 'object',
  properties: { code: refTo(code), message: text, data },
  required: ['code', 'message', 'data'],
});

/** The parts of envelopes. Generated clients tell them apart by `code`. */
export function addEnvelopes(schemas: Schemas): void {
  schemas.add('OkCode', { type: 'integer', format: 'int32', enum: [Code.ok], 'x-enum-varnames': ['Succeeded'] });
  schemas.add('RefusalCode', refusalCode());
  schemas.add('FailureCode', failureCode());
  schemas.add('Refusal', envelope('RefusalCode', refusalData));
  schemas.add('Failure', envelope('FailureCode', refusalData));
}

/** Headers of answers. */
export const headers: Json = {
  RequestId: { description: 'Names the request as the log does', schema: text, required: true },
  RateLimit: { description: 'What is left of the budget: `"weight";r=1940;t=1`', schema: text },
  RateLimitPolicy: { description: 'The budget: `"weight";q=2000;w=10`', schema: text },
  RetryAfter: { description: 'Seconds until the next try', schema: { type: 'integer', format: 'int32' } },
};
const headerRefs = (...names: readonly (readonly [name: string, of: string])[]): Json =>
  Object.fromEntries(names.map(([name, of]) => [name, { $ref: `#/components/headers/${of}` }]));
/** Headers that every answer of a call has. */
export const callHeaders = headerRefs(
  ['x-request-id', 'RequestId'],
  ['ratelimit', 'RateLimit'],
  ['ratelimit-policy', 'RateLimitPolicy'],
);

/** What the server answers before or instead of a call. */
export function failures(lang: Lang): Json {
  const named = Object.entries(statuses).map(([status, { name, says }]) => {
    const example = { code: Number(status), message: says[lang], data: null };
    const waits = status === '429' || status === '503' ? headerRefs(['retry-after', 'RetryAfter']) : {};
    const content = { 'application/json': { schema: refTo('Failure'), example } };
    return [name, { description: says[lang], headers: waits, content }];
  });
  return Object.fromEntries(named) as Json;
}
