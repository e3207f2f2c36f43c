import { defaultRecvWindowMs, maxRecvWindowMs } from '@fft/contract';
import type { KeyRefusal } from '../../transport/http/signed-request.ts';

/** A signed request, taken apart. */
export interface SignedPayload {
  /** What was signed: query and body as sent, joined without a separator, without the signature. */
  readonly payload: string;
  /** As sent; may be percent-encoded. */
  readonly signature: string;
}

interface Found {
  signature: string | null;
  timestamp: string | null;
  recvWindow: string | null;
  isRepeated: boolean;
}

const names = ['signature', 'timestamp', 'recvWindow'] as const;
/** A clock may be this much ahead of ours. */
const maxAheadMs = 1_000;
const timestampForm = /^\d{1,16}$/;
const recvWindowForm = /^\d{1,5}(\.\d{1,3})?$/;
/** A number this large counts microseconds. */
const microsecondsFrom = 1e15;

/** Finds signature and time of a request, and refuses one that is stale, before anything is computed. A JSON body is signed whole: its query has the three parameters. */
export function readSignedPayload(
  { rawQuery, rawBody }: { readonly rawQuery: string; readonly rawBody: string },
  now: number,
): SignedPayload | KeyRefusal {
  const found: Found = { signature: null, timestamp: null, recvWindow: null, isRepeated: false };
  const query = withoutSignature(rawQuery, found);
  const payload = query + (rawBody.startsWith('{') ? rawBody : withoutSignature(rawBody, found));
  if (found.isRepeated) return 'parameterRepeated';
  if (found.signature === null || found.signature === '') return 'signatureMissing';
  if (found.timestamp === null || !timestampForm.test(found.timestamp)) return 'timestampMissing';
  const given = Number(found.timestamp);
  const timestamp = given >= microsecondsFrom ? given / 1000 : given;
  const window = found.recvWindow === null ? defaultRecvWindowMs : windowOf(found.recvWindow);
  if (window === null) return 'recvWindowInvalid';
  const isFresh = timestamp < now + maxAheadMs && now - timestamp <= window;
  return isFresh ? { payload, signature: found.signature } : 'timestampOutside';
}

function windowOf(text: string): number | null {
  const window = Number(text);
  return recvWindowForm.test(text) && window > 0 && window <= maxRecvWindowMs ? window : null;
}

/** Notes the three parameters, and returns the text without the signature and its separator. */
function withoutSignature(text: string, found: Found): string {
  let rest = text;
  for (let from = 0; from < text.length;) {
    const next = text.indexOf('&', from);
    const end = next === -1 ? text.length : next;
    for (const name of names) {
      if (text[from + name.length] !== '=' || !text.startsWith(name, from)) continue;
      if (found[name] !== null) found.isRepeated = true;
      found[name] = text.slice(from + name.length + 1, end);
      if (name === 'signature') rest = from === 0 ? text.slice(end + 1) : text.slice(0, from - 1) + text.slice(end);
    }
    from = end + 1;
  }
  return rest;
}
