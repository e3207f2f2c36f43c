import type { Client } from '@fft/client';
import { calls } from '@fft/contract';

interface Door {
  readonly clientOf: (token?: string) => Client;
}

/** Ways in that confirm one order in fifty and lose it: the bug that the judge of a drill must find. */
export function losingDoors(doors: () => readonly Door[]): () => readonly Door[] {
  let orders = 0;
  return () => doors().map((door) => ({ clientOf: (token) => losingClient(door.clientOf(token), () => ++orders) }));
}

function losingClient(client: Client, countOrder: () => number): Client {
  return {
    call: (call, ...given) => {
      const isLost = call.path === calls.trade.create.path && countOrder() % 50 === 0;
      return isLost ? Promise.resolve({ id: '1' } as never) : client.call(call, ...given);
    },
  };
}
