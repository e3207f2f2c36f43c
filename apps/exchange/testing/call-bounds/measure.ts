import { calls, callWeight, type Call } from '@fft/contract';
import type { BinanceCall } from '../../src/binance/calls/call.ts';
import { restParams } from '../../src/binance/calls/common-params.ts';
import { binanceTable, nameOf } from '../binance-table.ts';
import type { TestKey } from '../test-api-key.ts';
import { queryOf, signedQuery } from '../test-binance.ts';
import { binanceCalls } from './binance-calls.ts';
import { readingActs, reads, type Inputs, type Known } from './native-calls.ts';

/** One question of a call, ready to be sent. */
export interface Question {
  readonly name: string;
  readonly inputs: Inputs;
  readonly weight: number;
  /** False for an act, which is done once. */
  readonly isRead: boolean;
  /** Signed at the moment of asking. */
  request(): { readonly path: string; readonly init: RequestInit };
}

export interface Asker {
  readonly token: string;
  readonly key: TestKey;
  readonly known: Known;
}

/** All native calls by name. */
export function nativeCalls(): ReadonlyMap<string, Call> {
  return new Map(
    Object.entries(calls).flatMap(([area, own]) =>
      Object.entries(own as Readonly<Record<string, Call>>).map(([name, call]) => [`${area}.${name}`, call] as const),
    ),
  );
}

/** Every question of every listed call. */
export function questionsOf(asker: Asker): readonly Question[] {
  const { known } = asker;
  const native = Object.entries({ ...reads(known), ...readingActs(known) });
  const byName = nativeCalls();
  const table = new Map(binanceTable().map((call) => [nameOf(call), call]));
  return [
    ...native.flatMap(([name, asked]) =>
      asked.map((inputs) => nativeQuestion(name, byName.get(name), { inputs, asker })),
    ),
    ...Object.entries(binanceCalls(known.now)).flatMap(([name, asked]) =>
      asked.map((inputs) => binanceQuestion(name, table.get(name), { inputs, asker })),
    ),
  ];
}

interface Asked {
  readonly inputs: Inputs;
  readonly asker: Asker;
}

function nativeQuestion(name: string, call: Call | undefined, { inputs, asker }: Asked): Question {
  if (!call) throw new Error(`there is no call ${name}`);
  const query = queryOf(inputs);
  const isGet = call.method === 'GET';
  return {
    name,
    inputs,
    weight: callWeight(call),
    isRead: !(name in readingActs(asker.known)),
    request: () => ({
      path: isGet && query !== '' ? `${call.path}?${query}` : call.path,
      init: {
        method: call.method,
        headers: { 'access-token': asker.token },
        ...(!isGet && { body: new URLSearchParams(query) }),
      },
    }),
  };
}

function binanceQuestion(name: string, call: BinanceCall | undefined, { inputs, asker }: Asked): Question {
  if (!call) throw new Error(`there is no entry ${name}`);
  const [method, path] = call.rest ?? ['GET', ''];
  const isSigned = call.security === 'signed';
  const texts = Object.fromEntries(Object.entries(inputs).map(([field, value]) => [field, String(value)]));
  return {
    name,
    inputs,
    isRead: method === 'GET',
    weight: call.prepare(texts, restParams(call.security)).weight,
    request: () => {
      const query = isSigned ? signedQuery(asker.key, inputs) : queryOf(inputs);
      return {
        path: query === '' ? path : `${path}?${query}`,
        init: { method, ...(isSigned && { headers: { 'x-mbx-apikey': asker.key.key.id } }) },
      };
    },
  };
}
