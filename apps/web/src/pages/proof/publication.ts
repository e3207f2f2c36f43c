import type { calls, CallOutput } from '@fft/contract';

export type Publication = CallOutput<typeof calls.proof.liabilities>[number];
export type Proof = CallOutput<typeof calls.proof.inclusion>[number];
