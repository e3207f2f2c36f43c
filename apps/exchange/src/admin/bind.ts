import { mayDo, type OperatorCall, type Right } from '@fft/console-contract';
import type { CallOutput, CallParameters } from '@fft/contract';
import type { Kysely } from 'kysely';
import { custom, type ZodMiniType } from 'zod/mini';
import { writeAudit } from '../audit/audit.ts';
import type { Tables } from './room.ts';
import type { Context } from '../transport/http/context.ts';
import type { RawFields } from '../transport/http/envelope.ts';
import { readFields } from '../transport/http/read-fields.ts';
import { refuse } from './refusals.ts';
import { route, type Api } from '../transport/http/route.ts';
import type { Operator, Roster } from './staff/roster.ts';

type RequiredCall<Input extends ZodMiniType, Output extends ZodMiniType> = OperatorCall<Input, Output, 'required'>;

export type OperatorHandler<C extends OperatorCall> = (
  input: CallParameters<C>,
  by: Operator,
  context: Context<'required'>,
) => Promise<CallOutput<C>> | CallOutput<C>;

/** Binds a call of the operators' API: an operator who lacks its right is refused before the input is checked, and the refusal is audited. */
export type Bind = <Input extends ZodMiniType, Output extends ZodMiniType>(
  call: RequiredCall<Input, Output>,
  handler: OperatorHandler<RequiredCall<Input, Output>>,
) => void;

export interface BindOptions {
  readonly api: Api;
  readonly db: Kysely<Tables>;
  readonly roster: Pick<Roster, 'find'>;
  readonly now: () => number;
}

export function createBind(options: BindOptions): Bind {
  return (call, handler) => {
    // The right is checked before the form.
    const anyForm = { ...call, acts: false, input: custom<RawFields>() };
    route(options.api, anyForm, async (fields, context) => {
      const by = await options.roster.find(context.customer.id);
      if (by === null) throw refuse('sessionInvalid');
      if (call.right !== null) await requireRight(options, by, call.right, call.path);
      return handler(readFields<typeof call>(call, fields), by, context);
    });
  };
}

/** @throws Refusal `forbidden`, after writing it to the audit log */
export async function requireRight(
  { db, now }: Pick<BindOptions, 'db' | 'now'>,
  by: Operator,
  right: Right,
  path: string,
): Promise<void> {
  if (mayDo(by.role, right)) return;
  await db.transaction().execute((transaction) =>
    writeAudit(transaction, {
      time: now(),
      operator: by.name,
      act: 'refused',
      target: path,
      after: { right, role: by.role },
    }),
  );
  throw refuse('noRight');
}
