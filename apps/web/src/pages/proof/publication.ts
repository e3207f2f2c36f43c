import type { calls, CallOutput } from '@fft/contract';

export type Publication = CallOutput<typeof calls.proof.index>[number];
export type Proof = CallOutput<typeof calls.proof.read>[number];
