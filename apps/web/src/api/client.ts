import { createClient } from '@fft/client';
import { config } from '../config.ts';
import { currentToken } from '../session/session.ts';
import { currentLang } from '../texts/locale.ts';

/** The specification's time-out for a request. */
const requestTimeoutMs = 60_000;

/** The bare client. Pages use `callApi`, which adds the rules that hold for every call. */
export const client = createClient({
  baseUrl: config.host,
  token: currentToken,
  lang: currentLang,
  timeoutMs: requestTimeoutMs,
  onUnsafeNumber: (path, value) => console.warn(`${path}: ${value} is past the safe range of whole numbers`),
});
