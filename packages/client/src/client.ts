import { Code, type Call, type CallInput, type CallOutput, type Lang } from '@fft/contract';
import { NetworkError, RefusedError } from './errors.ts';
import { readEnvelope } from './envelope.ts';

export interface ClientSettings {
  /** Where the API answers, without a slash at the end; empty in a browser is the page's own origin. */
  readonly baseUrl: string;
  /** The session's token of now, null when nobody is logged in. */
  readonly token?: () => string | null;
  readonly lang?: () => Lang;
  readonly fetch?: typeof fetch;
  /** How long to wait for a whole answer; 60 s unless told. */
  readonly timeoutMs?: number;
  /** Outside of browsers, which do it by themselves: where the key is kept by which the exchange knows this device. */
  readonly device?: DeviceCookie;
  /** Told about a number in an answer that floats can't hold exactly. */
  readonly onUnsafeNumber?: (path: string, value: number) => void;
}

/**
 * The cookie by which the exchange knows a device that has logged in: it is asked for before a log-in and kept after it. A program that keeps it
 * gets in where strangers have locked the account, and makes no message about a new device with each log-in. It is a secret like a password.
 */
export interface DeviceCookie {
  read(): string | null;
  keep(cookie: string): void;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
}

export interface Client {
  /**
   * Makes one call of the contract and returns its data, checked against the contract.
   * @throws {RefusedError} the server said no. {@link NetworkError}: there is no usable answer, and it may have had its effect.
   */
  call<C extends Call>(call: C, input: CallInput<C>, options?: CallOptions): Promise<CallOutput<C>>;
}

const timeoutMsDefault = 60_000;

/** A typed client of the HTTP API: POST as form, GET as query, `lang` on every call, the token in `access-token`. */
export function createClient(settings: ClientSettings): Client {
  // Called through a wrapper: the browser's fetch refuses to run with another `this`.
  const send: typeof fetch = settings.fetch ?? ((input, init) => fetch(input, init));

  return {
    async call(call, input, options = {}) {
      const response = await exchange(send, requestOf(settings, call, input, options));
      if (settings.device) keepDevice(settings.device, response.headers);
      const envelope = readEnvelope(response, call.path, settings.onUnsafeNumber);
      const succeeded = response.status >= 200 && response.status < 300 && envelope.code === Code.ok;
      if (!succeeded) throw new RefusedError(envelope.code, envelope.message, envelope.data);
      const checked = call.output.safeParse(envelope.data);
      if (!checked.success)
        throw new NetworkError('unreadable', `${call.path} answered against the contract`, checked.error);
      return checked.data as CallOutput<typeof call>;
    },
  };
}

function keepDevice(device: DeviceCookie, headers: Headers): void {
  const [cookie] = headers.getSetCookie();
  const pair = cookie?.split(';', 1)[0];
  if (pair !== undefined) device.keep(pair);
}

/** Forms carry text alone: plain values as they are written, anything else as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function formOf(input: unknown, lang: Lang): URLSearchParams {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(input as Record<string, unknown>)) {
    if (value !== undefined && value !== null) form.set(name, textOf(value));
  }
  form.set('lang', lang);
  return form;
}

/** A multipart form: plain values as text, pictures as files. `lang` stands in the query, where it is read before the body is. */
function multipartOf(input: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(input as Record<string, unknown>)) {
    if (value instanceof Blob) form.set(name, value, name);
    else if (value instanceof Uint8Array) form.set(name, new Blob([new Uint8Array(value)]), name);
    else if (value !== undefined && value !== null) form.set(name, textOf(value));
  }
  return form;
}

interface HttpRequest {
  readonly url: string;
  readonly init: RequestInit;
}

function requestOf(settings: ClientSettings, call: Call, input: unknown, options: CallOptions): HttpRequest {
  const lang = settings.lang?.() ?? 'en';
  // Log-ins are recognised by a device's cookie; what has a session needs none.
  const usesCookies = call.auth === 'none' && call.method === 'POST';
  const device = settings.device?.read();
  const timeout = AbortSignal.timeout(settings.timeoutMs ?? timeoutMsDefault);
  const init: RequestInit = {
    method: call.method,
    headers: {
      accept: 'application/json',
      'access-token': settings.token?.() ?? '',
      ...(usesCookies && device != null && { cookie: device }),
    },
    signal: options.signal ? AbortSignal.any([options.signal, timeout]) : timeout,
    credentials: usesCookies ? 'same-origin' : 'omit',
    cache: 'no-store',
  };
  const url = settings.baseUrl + call.path;
  if (call.encoding === 'multipart') return { url: `${url}?lang=${lang}`, init: { ...init, body: multipartOf(input) } };
  const form = formOf(input, lang);
  return call.method === 'GET' ? { url: `${url}?${form.toString()}`, init } : { url, init: { ...init, body: form } };
}

interface HttpResponse {
  readonly status: number;
  readonly text: string;
  readonly headers: Headers;
}

/** One request and the whole of its answer's text. */
async function exchange(send: typeof fetch, { url, init }: HttpRequest): Promise<HttpResponse> {
  try {
    const response = await send(url, init);
    return { status: response.status, text: await response.text(), headers: response.headers };
  } catch (error) {
    const timedOut = error instanceof DOMException && error.name === 'TimeoutError';
    throw new NetworkError(
      timedOut ? 'timeout' : 'unreachable',
      timedOut ? 'no answer in time' : 'no connection',
      error,
    );
  }
}
