import { defineCall, type Auth, type Call } from '@fft/contract';
import * as z from 'zod/mini';
import type { Right } from './rights.ts';

/** A call of the operators' API and the right that it requires; null allows every logged-in operator. */
export interface OperatorCall<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  A extends Auth = Auth,
> extends Call<Input, Output, A> {
  readonly right: Right | null;
}

/** Lists take a few milliseconds with a hundred thousand customers. */
const readWeight = 5;

interface Definition<Input extends z.ZodMiniType, Output extends z.ZodMiniType> {
  /** Path below `/api/operators/`. */
  readonly name: string;
  readonly right: Right | null;
  readonly summary: string;
  readonly input: () => Input;
  readonly output: () => Output;
}

/** The answer of an act that takes two operators in some cases: done, or proposed. */
export const proposable = () => z.object({ state: z.enum(['set', 'waitsForSecond']) });

/** A call that reads. */
export function readCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  definition: Definition<Input, Output>,
): OperatorCall<Input, Output, 'required'> {
  return define('GET', definition, readWeight);
}

/** A call that changes something. */
export function writeCall<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  definition: Definition<Input, Output>,
): OperatorCall<Input, Output, 'required'> {
  return define('POST', definition, 1);
}

function define<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  method: 'GET' | 'POST',
  { name, right, summary, input, output }: Definition<Input, Output>,
  weight: number,
): OperatorCall<Input, Output, 'required'> {
  const path = `/api/operators/${name}` as const;
  return Object.assign(defineCall({ method, path, auth: 'required', weight, summary, input, output }), { right });
}
