import { defineCall, type Auth, type Call } from '@fft/contract';
import type * as z from 'zod/mini';
import type { Right } from './rights.ts';

/** A call of the operators' API: it names the right that it needs; null is for every operator who is logged in. */
export interface OperatorCall<
  Input extends z.ZodMiniType = z.ZodMiniType,
  Output extends z.ZodMiniType = z.ZodMiniType,
  A extends Auth = Auth,
> extends Call<Input, Output, A> {
  readonly right: Right | null;
}

/** Lists of everything there is, of a hundred thousand customers: some milliseconds. */
const readingWeight = 5;

interface Definition<Input extends z.ZodMiniType, Output extends z.ZodMiniType> {
  /** Under `/api/operators/`. */
  readonly name: string;
  readonly right: Right | null;
  readonly summary: string;
  readonly input: () => Input;
  readonly output: () => Output;
}

/** A call that reads. */
export function reading<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
  definition: Definition<Input, Output>,
): OperatorCall<Input, Output, 'required'> {
  return define('GET', definition, readingWeight);
}

/** A call that changes something. */
export function changing<Input extends z.ZodMiniType, Output extends z.ZodMiniType>(
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
