import { type CallInput, calls } from '@fft/contract';
import { callApi } from '../../api/index.ts';
import { inOneSession } from '../session/index.ts';
import { exportArchived, type ExportedFile, type MadeExport } from './export-archived.ts';

export interface Following {
  /** Aborts when the customer leaves; the server goes on. */
  readonly signal: AbortSignal;
  readonly onProgress: (percent: number) => void;
}

const pollMs = 1_000;

/** Has the server make a file, of a statement with archived history or for tax; null if it failed. The same request continues the one before. */
export function followExport(
  start: () => Promise<MadeExport>,
  { signal, onProgress }: Following,
): Promise<ExportedFile | null> {
  const readPart = inOneSession((wanted: CallInput<typeof calls.assets.exportPart>) =>
    callApi(calls.assets.exportPart, wanted),
  );
  return exportArchived({
    start,
    read: inOneSession((id: string) => callApi(calls.assets.exportState, { id })),
    readPart: (id, part) => readPart({ id, part }),
    wait: () => pause(signal),
    onProgress,
  });
}

function pause(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => reject(new DOMException('The customer has left', 'AbortError'));
    if (signal.aborted) leave();
    const timer = setTimeout(resolve, pollMs);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      leave();
    });
  });
}
