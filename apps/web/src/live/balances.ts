import { calls } from '@fft/contract';
import { useEffect } from 'react';
import { callApi } from '../api/index.ts';
import { appStream } from '../connection/index.ts';
import { useSession } from '../session/index.ts';
import { mergeBalances, type Holdings } from './holdings.ts';
import type { Loadable } from './loadable.ts';
import { createSources, useSource } from './source.ts';

const sources = createSources<Holdings | 'nobody'>((token) => ({
  listen(take) {
    if (token === '') return () => undefined;
    return appStream().subscribe('balances', (pushed) =>
      take((now) => (now === null || now === 'nobody' ? null : mergeBalances(now, pushed))),
    );
  },
  async load(signal) {
    if (token === '') return () => 'nobody';
    const holdings = await callApi(calls.assets.index, {}, { quiet: true, signal });
    return () => holdings;
  },
}));
