import {
  acts,
  Code,
  sessionMark,
  sessionMarkHeader,
  type Call,
  type CallInput,
  type CallOutput,
  type Lang,
} from '@fft/contract';
import { NetworkError, RefusedError } from './errors.ts';
import { noteAsOf } from './as-of.ts';
import { readEnvelope } from './envelope.ts';
import type { SigningKey } from './signing-key.ts';

export interface ClientOptions {
  /** Base URL of the API, without a trailing slash; empty for the page's own origin. */
  readonly baseUrl: string;
  /** Returns the current session token, or null without a session. */
  readonly token?: () => string | null;
  /**
   * Returns the token of the session for which the page's forms are being filled in, or null without one. Calls that act then carry its mark, and the server
   * refuses them (1002) if `token` is another session's by then, as after a log-in in another tab.
   */
  readonly typedFor?: () => string | null;
  /** Signs every call that is not public, in place of a session's token. */
  readonly key?: SigningKey;
  readonly lang?: () => Lang;
  readonly fetch?: typeof fetch;
  /** Timeout of a complete response; 60 s by default. */
  readonly timeoutMs?: number;
  /** Storage for the device cookie outside browsers, which store cookies themselves. */
  readonly device?: DeviceCookieStore;
  /** Called for a number in a response beyond the safe integer range. */
  readonly onUnsafeNumber?: (path: string, value: number) => void;
}

/**
 * Storage of the cookie that identifies a known device. A program that keeps it can log in while guesses from elsewhere are blocked, and does not cause
 * a new-device notice with each log-in. Protect it like a password.
 */
export interface DeviceCookieStore {
  read(): string | null;
  keep(cookie: string): void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface Client {
  /**
   * Makes one call and returns its data, validated against the contract.
   * @throws {RefusedError} if the server refuses the call; {@link NetworkError} if there is no usable response, and the call may have had its effect
   */
  call<C extends Call>(call: C, input: CallInput<C>, options?: CallOptions): Promise<CallOutput<C>>;
}

const defaultTimeoutMs = 60_000;

/** Creates a typed client of the HTTP API. */
export function createClient(settings: ClientOptions): Client {
  // A wrapper, because the browser's fetch requires its original `this`.
  const send: typeof fetch = settings.fetch ?? ((input, init) => fetch(input, init));

  return {
    async call(call, input, options = {}) {
      const response = await exchange(send, await requestOf(settings, call, input, options));
      if (settings.device) keepDevice(settings.device, response.headers);
      const envelope = readEnvelope(response, call.path, settings.onUnsafeNumber);
      const succeeded = response.status >= 200 && response.status < 300 && envelope.code === Code.ok;
      if (!succeeded) throw new RefusedError(envelope.code, envelope.message, envelope.data);
      const checked = call.output.safeParse(envelope.data);
      if (!checked.success)
        throw new NetworkError('unreadable', `the response of ${call.path} violates the contract`, checked.error);
      noteAsOf(checked.data, response.headers);
      return checked.data as CallOutput<typeof call>;
    },
  };
}

function keepDevice(device: DeviceCookieStore, headers: Headers): void {
  const [cookie] = headers.getSetCookie();
  const pair = cookie?.split(';', 1)[0];
  if (pair !== undefined) device.keep(pair);
}

/** Converts a value to form text: strings unchanged, anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function formOf(input: unknown): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input as Record<string, unknown>)) {
    if (value !== undefined && value !== null) form.set(name, textOf(value));
  }
  return form;
}

/** Moves the fields that the call has in its query out of the form. */
function queryOf({ query = [] }: Call, form: URLSearchParams): string {
  const fields = new URLSearchParams();
  for (const name of query) {
    const value = form.get(name);
    if (value !== null) fields.set(name, value);
    form.delete(name);
  }
  return fields.size === 0 ? '' : `?${fields.toString()}`;
}

/** Builds a multipart form with values as text and binary data as files. `lang` is in the query, so the server can read it before the body. */
function multipartOf(input: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input as Record<string, unknown>)) {
    if (value instanceof Blob) form.set(name, value, name);
    else if (value instanceof Uint8Array) form.set(name, new Blob([new Uint8Array(value)]), name);
    else if (value !== undefined && value !== null) form.set(name, textOf(value));
  }
  return form;
}

/** An API on another host gets its own cookie back only if the request includes it. */
const credentialsFor = (baseUrl: string): 'same-origin' | 'include' => (baseUrl === '' ? 'same-origin' : 'include');

interface HttpRequest {
  readonly url: string;
  readonly init: RequestInit;
}

async function requestOf(
  settings: ClientOptions,
  call: Call,
  input: unknown,
  options: CallOptions,
): Promise<HttpRequest> {
  const lang = settings.lang?.() ?? 'en';
  // The device cookie matters only for log-ins; calls with a session do not need it.
  const usesCookies = call.auth === 'none' && call.method === 'POST';
  const device = settings.device?.read();
  const timeout = AbortSignal.timeout(settings.timeoutMs ?? defaultTimeoutMs);
  const key = call.auth === 'none' ? undefined : settings.key;
  const init: RequestInit = {
    method: call.method,
    headers: {
      accept: 'application/json',
      ...(key ? key.headers : sessionHeaders(settings, call)),
      ...(usesCookies && device != null && { cookie: device }),
    },
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    credentials: usesCookies ? credentialsFor(settings.baseUrl) : 'omit',
    cache: 'no-store',
  };
  const url = settings.baseUrl + call.path;
  if (call.encoding === 'multipart') return { url: `${url}?lang=${lang}`, init: { ...init, body: multipartOf(input) } };
  const form = formOf(input);
  form.set('lang', lang);
  if (call.method === 'GET') return { url: `${url}?${await signedQuery(form, key)}`, init };
  const query = queryOf(call, form);
  return { url: url + query, init: { ...init, body: await signedForm(form, key, query.slice(1)) } };
}

function sessionHeaders({ token, typedFor }: ClientOptions, call: Call): Record<string, string> {
  const headers = { 'access-token': token?.() ?? '' };
  if (!typedFor || call.auth === 'none' || !acts(call)) return headers;
  return { ...headers, [sessionMarkHeader]: sessionMark(typedFor() ?? '') };
}

async function signedQuery(form: URLSearchParams, key: SigningKey | undefined): Promise<string> {
  return key ? key.signedText(form.toString()) : form.toString();
}

/** A form as the bytes that were signed: encoded again, they might differ. */
async function signedForm(
  form: URLSearchParams,
  key: SigningKey | undefined,
  query: string,
): Promise<URLSearchParams | Blob> {
  if (!key) return form;
  return new Blob([await key.signedText(form.toString(), query)], { type: 'application/x-www-form-urlencoded' });
}

interface HttpResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** Sends a request and reads the complete response. */
async function exchange(send: typeof fetch, { url, init }: HttpRequest): Promise<HttpResponse> {
  try {
    const response = await send(url, init);
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    throw new NetworkError(
      timedOut ? 'timeout' : 'unreachable',
      timedOut ? 'the request timed out' : 'the server is unreachable',
      error,
    );
  }
}
