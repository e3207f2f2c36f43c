import { Code } from '@fft/contract';
import { safeParse } from 'zod/mini';
import type { FuzzRequest } from './requests.ts';
import type { FuzzAnswer } from './send.ts';

/** Code and data of an answer's envelope, or the answer's fault. */
export type Judgement =
  | { readonly wrong: null; readonly status: number; readonly code: number; readonly data: unknown }
  | { readonly wrong: string };

const statuses: ReadonlySet<number> = new Set([200, 400, 404, 405, 413, 414, 415, 431, 503]);

/** Checks that an answer is an envelope with a fitting status, and that a success matches the contract. */
export function judge({ call, method, path }: FuzzRequest, { status, contentType, text }: FuzzAnswer): Judgement {
  if (!statuses.has(status)) return { wrong: `HTTP ${status}: ${text.slice(0, 500)}` };
  if (method === 'HEAD')
    return text === '' ? { wrong: null, status, code: 0, data: null } : { wrong: 'HEAD with a body' };
  if (!contentType.startsWith('application/json')) return { wrong: `HTTP ${status} of type "${contentType}"` };
  const envelope = readEnvelope(text);
  if (envelope === null) return { wrong: `not an envelope: ${text.slice(0, 500)}` };
  const { code, data } = envelope;
  if (status !== 200 && code !== status) return { wrong: `HTTP ${status} with code ${code}` };
  if (status === 200 && !known.has(code)) return { wrong: `unknown code ${code}` };
  const isOwnAnswer = code === Code.ok && method === call.method && path.split('?', 1)[0] === call.path;
  if (isOwnAnswer) {
    const parsed = safeParse(call.output, data);
    if (!parsed.success) return { wrong: `breaks the contract: ${JSON.stringify(parsed.error.issues).slice(0, 500)}` };
  }
  return { wrong: null, status, code, data };
}

const known: ReadonlySet<number> = new Set<number>(Object.values(Code).filter((code) => code !== Code.internal));

function readEnvelope(text: string): { code: number; data: unknown } | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { code, message, data, ...others } = value as Readonly<Record<string, unknown>>;
    const isOne = typeof code === 'number' && typeof message === 'string' && data !== undefined;
    return isOne && Object.keys(others).length === 0 ? { code, data } : null;
  } catch {
    return null;
  }
}
