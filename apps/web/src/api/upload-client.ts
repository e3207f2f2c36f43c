import { type Client, createClient } from '@fft/client';
import { settings } from './client.ts';
import { fetchWithProgress } from './fetch-with-progress.ts';

/** A client that reports the share of an upload that was sent, 0 to 1. Only pages with uploads load it. */
export const createUploadClient = (onProgress: (share: number) => void): Client =>
  createClient({ ...settings, fetch: fetchWithProgress(onProgress) });
