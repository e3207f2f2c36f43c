import { Code, type Lang } from '@fft/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { waitOf } from '../../refusals/duration-text.ts';
import { say, type MessageValues } from '../../refusals/say.ts';
import { texts, type TextKey } from './texts.ts';

/** Unchecked fields by name, from a form, query or JSON body. */
export type RawFields = Readonly<Record<string, unknown>>;

export const jsonType = 'application/json; charset=utf-8';

/** The start of a success, up to its data. */
export const okStart: Readonly<Record<Lang, string>> = {
  zh: `{"code":${Code.ok},"message":${JSON.stringify(texts.ok.zh)},"data":`,
  en: `{"code":${Code.ok},"message":${JSON.stringify(texts.ok.en)},"data":`,
};

/** The body of a success. */
export function successBody(lang: Lang, data: unknown): string {
  return `${okStart[lang]}${JSON.stringify(data ?? null)}}`;
}

export function envelopeBody(code: number, message: string, data: unknown = null): string {
  return JSON.stringify({ code, message, data });
}

/** Chinese if the request names no language; English if it names one that isn't Chinese, as the specification's rule for stored locales says. */
export function langOf({ lang = 'zh' }: RawFields): Lang {
  return lang === 'zh' || lang === 'zh-CN' ? 'zh' : 'en';
}

/** The fields of an object; empty for any other value. */
export function fieldsOf(value: unknown): RawFields {
  return typeof value === 'object' && value !== null ? (value as RawFields) : {};
}

/** Sends an answer of the transport itself: its HTTP status is its code. */
export function sendTransport(
  request: FastifyRequest,
  reply: FastifyReply,
  options: { status: number; key: TextKey; values?: MessageValues; data?: unknown },
): FastifyReply {
  const lang = langOf({ ...fieldsOf(request.query), ...fieldsOf(request.body) });
  const message = say(texts[options.key], lang, options.values);
  return reply
    .code(options.status)
    .type(jsonType)
    .send(envelopeBody(options.status, message, options.data));
}

/** Answers 429 to a caller above a limit of the transport. */
export function sendFlood(request: FastifyRequest, reply: FastifyReply, waitMs: number): FastifyReply {
  const { values, data } = waitOf(waitMs);
  return sendTransport(request, reply.header('retry-after', data.retryAfter), {
    status: 429,
    key: 'flood',
    values,
    data,
  });
}
