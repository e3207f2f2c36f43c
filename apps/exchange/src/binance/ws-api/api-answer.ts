import type { ApiError } from '../api-error.ts';
import type { ApiId } from './api-request.ts';

/** The answer to a successful request. `rateLimits` is JSON, or empty to leave it out. */
export function successAnswer(id: ApiId, result: unknown, rateLimits: string): string {
  return `{"id":${JSON.stringify(id)},"status":200,"result":${JSON.stringify(result)}${behind(rateLimits)}}`;
}

export function errorAnswer(id: ApiId, { status, code, message, data }: ApiError, rateLimits: string): string {
  const error = JSON.stringify({ code, msg: message, ...(data && { data }) });
  return `{"id":${JSON.stringify(id)},"status":${status},"error":${error}${behind(rateLimits)}}`;
}

function behind(rateLimits: string): string {
  return rateLimits === '' ? '' : `,"rateLimits":${rateLimits}`;
}
