import { expect, test } from 'vitest';
import { foldProfile, type Profile } from './stages.ts';

const frame = (functionName: string, url: string) => ({ functionName, url });

test('time belongs to the innermost frame that is of a stage; idle time to none', () => {
  const nodes: Profile['nodes'] = [
    { id: 1, callFrame: frame('(root)', ''), children: [2, 5, 6, 7] },
    { id: 2, callFrame: frame('pump', 'file:///fft/apps/exchange/src/ledger/gateway.ts'), children: [3] },
    { id: 3, callFrame: frame('apply', 'file:///fft/packages/engine/src/engine.ts'), children: [4] },
    { id: 4, callFrame: frame('set', 'node:internal/buffer') },
    { id: 5, callFrame: frame('(idle)', '') },
    { id: 6, callFrame: frame('(garbage collector)', '') },
    { id: 7, callFrame: frame('onread', 'node:internal/stream_base_commons') },
  ];
  const samples = [2, 3, 4, 5, 6, 7];
  const timeDeltas = [9, 1, 2, 4, 8, 16, 32];
  expect(Object.fromEntries(foldProfile({ nodes, samples, timeDeltas }))).toEqual({
    'submitting and answering batches': 1,
    'applying: the engine': 2 + 4,
    'collecting garbage': 16,
    'Node: sockets, timers, promises': 32,
  });
});
