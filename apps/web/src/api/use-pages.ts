import type { Call } from '@fft/contract';
import { createUsePages, refreshPages as refresh } from '@fft/kit';
import { callApi } from './call.ts';
import { queryClient } from './use-call.ts';

export const usePages = createUsePages({ read: callApi, pageSize: 20 });

/** Marks the pages of a list as changed; they are read again immediately where they are shown. */
export const refreshPages = (definition: Call): void => refresh(queryClient, definition);
