import * as z from 'zod/mini';
import { allRights, roles } from '../rights.ts';
import { change, defineAct, text, word, type ActLine } from './define-act.ts';

const ofOperator = { id: z.number(), name: z.string() };
const operatorChange = z.discriminatedUnion('change', [
  z.object({ change: z.literal('create'), name: z.string(), role: z.enum(roles), email: z.string() }),
  z.object({ change: z.literal('setRole'), ...ofOperator, from: z.enum(roles), role: z.enum(roles) }),
  /** `email` is where the link goes: the second operator agrees to that too. */
  z.object({ change: z.literal('reset'), ...ofOperator, email: z.string() }),
  /** `leaves`: the rights which take two, and which fewer could use then. */
  z.object({ change: z.literal('disable'), ...ofOperator, role: z.enum(roles), leaves: z.array(z.enum(allRights)) }),
  z.object({ change: z.literal('setEmail'), ...ofOperator, email: z.string() }),
]);
/** A change that one operator proposes about another, and a second one agrees to. */
export type OperatorChange = z.output<typeof operatorChange>;

/** Acts about operators. */
export const staffActs = {
  role: defineAct({
    right: 'operators.change',
    input: operatorChange,
    lines: (input): ActLine[] => [
      word('change', 'change', input.change),
      text('operator', input.name),
      ...(input.change === 'create' || input.change === 'disable' ? [word('role', 'role', input.role)] : []),
      ...(input.change === 'disable' ? input.leaves.map((right) => word('leaves', 'right', right)) : []),
      ...(input.change === 'setRole'
        ? [
            change(
              'role',
              { kind: 'word', of: 'role', word: input.from },
              { kind: 'word', of: 'role', word: input.role },
            ),
          ]
        : []),
      ...('email' in input ? [text('email', input.email)] : []),
    ],
  }),
};
