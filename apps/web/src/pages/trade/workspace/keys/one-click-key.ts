import { createSignal } from '@fft/kit';

/** Notified by the shortcut of one-click mode; the ladder listens while it is shown. */
export const oneClickKey = createSignal();
