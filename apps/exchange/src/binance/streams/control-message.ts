import type { StreamSocket } from './stream-socket.ts';
import { isListenKey } from './stream-target.ts';

/** Streams of one connection. */
export const maxStreams = 1_024;

const methods = ['SUBSCRIBE', 'UNSUBSCRIBE', 'LIST_SUBSCRIPTIONS', 'SET_PROPERTY', 'GET_PROPERTY'] as const;
const textIdForm = /^[A-Za-z0-9_-]{1,36}$/;

/** A control message's refusal, with the code and text that Binance answers. */
class Refused extends Error {
  override readonly name = 'Refused';
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}

/** Changes which streams a socket receives. */
export interface Subscriptions {
  subscribe(socket: StreamSocket, name: string): void;
  unsubscribe(socket: StreamSocket, name: string): void;
}

/** Executes a control message and returns its answer. */
export function answerControl(subscriptions: Subscriptions, socket: StreamSocket, text: string): string {
  let id: unknown = null;
  try {
    const message = fieldsOf(text);
    id = idOf(message);
    return JSON.stringify({ result: execute(subscriptions, socket, message), id });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return JSON.stringify({ error: { code: error.code, msg: error.message }, id });
  }
}

function fieldsOf(text: string): Readonly<Record<string, unknown>> {
  let message: unknown;
  try {
    message = JSON.parse(text);
  } catch {
    throw new Refused(3, 'Invalid JSON: expected value at line 1 column 1');
  }
  if (typeof message !== 'object' || message === null || Array.isArray(message)) {
    throw new Refused(2, 'Invalid request: expected an object');
  }
  const fields = { ...message };
  const extra = Object.keys(fields).find((name) => name !== 'method' && name !== 'params' && name !== 'id');
  if (extra !== undefined) throw new Refused(2, 'Invalid request: too many parameters');
  return fields;
}

function idOf({ id }: Readonly<Record<string, unknown>>): unknown {
  const isFine = id === null || Number.isSafeInteger(id) || (typeof id === 'string' && textIdForm.test(id));
  if (!isFine) throw new Refused(2, 'Invalid request: request ID must be an unsigned integer');
  return id;
}

function execute(
  subscriptions: Subscriptions,
  socket: StreamSocket,
  { method, params }: Readonly<Record<string, unknown>>,
): unknown {
  switch (methodOf(method)) {
    case 'SUBSCRIBE': {
      const names = namesOf(params);
      if (names.some(isListenKey)) throw new Refused(2, 'Invalid request: there are no listen keys');
      const added = names.filter((name) => !socket.streams.has(name)).length;
      if (socket.streams.size + added > maxStreams) {
        throw new Refused(2, `Invalid request: a connection can listen to a maximum of ${maxStreams} streams`);
      }
      for (const name of names) subscriptions.subscribe(socket, name);
      return null;
    }
    case 'UNSUBSCRIBE':
      for (const name of namesOf(params)) subscriptions.unsubscribe(socket, name);
      return null;
    case 'LIST_SUBSCRIPTIONS':
      if (Array.isArray(params) && params.length > 0) throw new Refused(2, 'Invalid request: too many parameters');
      return [...socket.streams.keys()];
    case 'SET_PROPERTY': {
      const [value] = propertyOf(params, 2);
      if (typeof value !== 'boolean') throw new Refused(1, 'Invalid value type: expected Boolean');
      socket.setCombined(value);
      return null;
    }
    case 'GET_PROPERTY':
      propertyOf(params, 1);
      return socket.isCombined;
  }
}

function methodOf(method: unknown): (typeof methods)[number] {
  if (method === undefined) throw new Refused(2, 'Invalid request: missing field `method` at line 1 column 1');
  for (const known of methods) if (method === known) return known;
  const expected = methods.map((known) => `\`${known}\``).join(', ');
  throw new Refused(2, `Invalid request: unknown variant ${JSON.stringify(method)}, expected one of ${expected}`);
}

function namesOf(params: unknown): readonly string[] {
  const names: unknown[] = Array.isArray(params) ? params : [];
  if (names.length === 0 || !names.every((name) => typeof name === 'string')) {
    throw new Refused(2, 'Invalid request: params must be an array of stream names');
  }
  return [...new Set(names)];
}

/** The values behind a property's name. */
function propertyOf(params: unknown, length: number): readonly unknown[] {
  const given: readonly unknown[] = Array.isArray(params) ? params : [];
  const [name, ...values] = given;
  if (typeof name !== 'string') throw new Refused(2, 'Invalid request: property name must be a string');
  if (values.length >= length) throw new Refused(2, 'Invalid request: too many parameters');
  if (name !== 'combined') throw new Refused(0, 'Unknown property');
  return values;
}
