import { createClient, NetworkError, RefusedError } from '@fft/client';
import { Code, type Call, type CallInput, type CallOutput } from '@fft/contract';
import { currentLang } from '@fft/kit';
import { connection } from './connection.ts';
import { session } from './session.ts';

const client = createClient({
  baseUrl: '',
  token: () => session.current()?.token ?? null,
  lang: currentLang,
  timeoutMs: 30_000,
});

/** Makes a call, and ends the session if the server no longer accepts it. @throws {RefusedError} or {@link NetworkError} */
export async function callApi<C extends Call>(
  call: C,
  input: CallInput<C>,
  signal?: AbortSignal,
): Promise<CallOutput<C>> {
  const sentAt = performance.now();
  try {
    const data = await client.call(call, input, signal ? { signal } : {});
    connection.set({ reachable: true, latencyMs: performance.now() - sentAt });
    return data;
  } catch (error) {
    if (error instanceof RefusedError) {
      connection.set({ reachable: true, latencyMs: performance.now() - sentAt });
      if (error.code === Code.sessionInvalid) session.end();
    } else if (error instanceof NetworkError && !signal?.aborted) connection.set({ reachable: false, latencyMs: null });
    throw error;
  }
}
