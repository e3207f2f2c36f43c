import { type ClientOptions, createClient } from '@fft/client';
import { config } from '../brand.ts';
import { currentToken } from './session/current-token.ts';
import { currentLang } from '@fft/kit';
import { fetchOnce } from './early-answers.ts';
import { session } from './session/session.ts';

/** The specification's request timeout. */
const requestTimeoutMs = 60_000;

/** Options of every client of the app. */
export const settings: ClientOptions = {
  baseUrl: config.host,
  token: currentToken,
  typedFor: session.ownersToken,
  lang: currentLang,
  fetch: fetchOnce,
  timeoutMs: requestTimeoutMs,
  onUnsafeNumber: (path, value) => console.warn(`${path}: ${value} is past the safe range of whole numbers`),
};

/** The bare client. Pages use `callApi`, which adds the client rules. */
export const client = createClient(settings);
