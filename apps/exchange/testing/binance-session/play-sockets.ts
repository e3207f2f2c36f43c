import { once } from 'node:events';
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { createTestKey } from '../test-api-key.ts';
import { connectWsApi, type ApiAnswer, type ApiEvent } from '../test-ws-api.ts';
import { type BinanceSession, symbol } from './session.ts';

/** What a socket said of itself. */
export interface SocketSaid {
  readonly isMicroseconds: boolean;
  readonly answers: readonly { readonly method: string; readonly message: ApiAnswer }[];
  readonly events: readonly ApiEvent[];
}

/** Logs sockets in and out, and begins and ends their subscriptions. */
export async function playLogIns({ world: { anna, money }, now }: BinanceSession): Promise<readonly SocketSaid[]> {
  const wanted = { rights: 'read', kind: 'ed25519' } as const;
  const { key, privateKey } = await createTestKey(money.exchange, { customer: anna, name: 'anna' }, wanted);
  const signer = { apiKey: key.id, privateKey };
  const said: SocketSaid[] = [];
  for (const unit of ['MILLISECOND', 'MICROSECOND']) {
    const api = await connectWsApi(money.exchange.url, `/ws-api/v3?timeUnit=${unit}`);
    const answers: { method: string; message: ApiAnswer }[] = [];
    const tell = (method: string, message: ApiAnswer) => {
      expect([method, message]).toEqual([method, expect.objectContaining({ status: 200 })]);
      answers.push({ method, message });
    };
    const ask = async (method: string) => tell(method, await api.ask(method));
    await ask('session.status');
    tell('session.logon', await api.askSigned(signer, 'session.logon', { timestamp: now() }));
    await ask('userDataStream.subscribe');
    await ask('session.status');
    await ask('session.subscriptions');
    await ask('userDataStream.unsubscribe');
    const bySignature = 'userDataStream.subscribe.signature';
    tell(bySignature, await api.askSigned(signer, bySignature, { timestamp: now() }));
    await ask('session.logout');
    said.push({ isMicroseconds: unit === 'MICROSECOND', answers, events: api.events });
    api.socket.close();
  }
  return said;
}

const controls = [
  { method: 'SUBSCRIBE', params: [`${symbol.toLowerCase()}@trade`], id: 1 },
  { method: 'LIST_SUBSCRIPTIONS', id: 'list' },
  { method: 'GET_PROPERTY', params: ['combined'], id: 3 },
  { method: 'SET_PROPERTY', params: ['combined', false], id: 4 },
];

/** The answers of market streams to sound control messages, and the refusal of a wrong one. */
export async function playControls({ world: { money } }: BinanceSession) {
  const socket = new WebSocket(`${money.exchange.url.replace('http', 'ws')}/ws`);
  await once(socket, 'open');
  const ask = async (message: object): Promise<unknown> => {
    socket.send(JSON.stringify(message));
    const [data] = (await once(socket, 'message')) as [Buffer];
    return JSON.parse(data.toString());
  };
  const answers: unknown[] = [];
  // Five messages are taken in a second: an UNSUBSCRIBE is answered as a SUBSCRIBE is.
  for (const control of controls) answers.push(await ask(control));
  const refusal = await ask({ method: 'NO_SUCH', id: 5 });
  socket.close();
  return { answers, refusal };
}
