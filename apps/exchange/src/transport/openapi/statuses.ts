import { Code, type Lang } from '@fft/contract';
import type { Schema } from './schemas.ts';

interface Status {
  readonly name: string;
  readonly says: Readonly<Record<Lang, string>>;
  /** Only calls with a body answer it. */
  readonly isOfBody?: true;
}

/** The HTTP statuses beside 200 that the server answers to a call that it knows, before or instead of the call. */
export const statuses: Readonly<Record<number, Status>> = {
  400: { name: 'Malformed', says: { en: 'The request cannot be read', zh: '请求无法解析' } },
  405: { name: 'MethodNotAllowed', says: { en: 'The path has another method', zh: '该路径不支持此请求方法' } },
  408: { name: 'RequestTimeout', says: { en: 'The request took too long to arrive', zh: '请求传输超时' } },
  413: { name: 'BodyTooLarge', says: { en: 'The body is too large', zh: '请求内容过大' }, isOfBody: true },
  415: {
    name: 'UnsupportedMediaType',
    says: { en: 'The body is neither a form nor JSON', zh: '请求内容既非表单也非 JSON' },
    isOfBody: true,
  },
  429: {
    name: 'TooManyRequests',
    says: {
      en: 'A budget is spent; `retry-after` says when to try again',
      zh: '额度已用完，`retry-after` 为重试等待秒数',
    },
  },
  431: { name: 'HeadersTooLarge', says: { en: 'The headers are too large', zh: '请求头过大' } },
  500: {
    name: 'ServerError',
    says: { en: 'The server failed; quote `data.traceId` to support', zh: '服务器出错，请向客服提供 `data.traceId`' },
  },
  503: {
    name: 'Unavailable',
    says: { en: 'The server starts, stops or is overloaded', zh: '服务正在启动、停止或已过载' },
  },
};

/** Codes of a refusal, which has HTTP status 200, with the names that generated clients give them: unique in the document, as Go needs them. */
export function refusalCode(): Schema {
  const codes = Object.entries(Code).filter(([, code]) => code !== Code.ok && code !== Code.internal);
  return {
    type: 'integer',
    format: 'int32',
    enum: codes.map(([, code]) => code),
    'x-enum-varnames': codes.map(([name]) => `Refused${name.charAt(0).toUpperCase()}${name.slice(1)}`),
  };
}

/** Codes of a failure of the transport: each is the answer's HTTP status. */
export function failureCode(): Schema {
  return {
    type: 'integer',
    format: 'int32',
    enum: Object.keys(statuses).map(Number),
    'x-enum-varnames': Object.values(statuses).map(({ name }) => `Failed${name}`),
  };
}

const text: Schema = { type: 'string' };

/** What a refusal may say beside its message. */
export const refusalData: Schema = {
  type: 'object',
  nullable: true,
  properties: {
    fields: { type: 'object', additionalProperties: text, description: 'A message for each refused field' },
    retryAfter: { type: 'integer', format: 'int32', description: 'Seconds' },
    traceId: { ...text, description: 'Names the request in the log' },
  },
  additionalProperties: true,
};
