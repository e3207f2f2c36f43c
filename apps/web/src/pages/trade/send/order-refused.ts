import { createSignal } from '@fft/kit';

/** Notified when the exchange refused an order of this page. */
export const orderRefused = createSignal();
