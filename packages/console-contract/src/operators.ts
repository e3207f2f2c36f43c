import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { changing, reading } from './operator-call.ts';
import { roles } from './rights.ts';
import { operatorName } from './session.ts';

export const operatorId = field.whole(1, Number.MAX_SAFE_INTEGER);

const operator = z.object({
  id: z.number(),
  name: z.string(),
  role: z.enum(roles),
  created: field.time(),
  lastLogin: z.nullable(field.time()),
  disabled: z.boolean(),
  /** Where links are mailed to; null for those who were made before operators had one. */
  email: z.nullable(z.string()),
  /** Whether a password and the authenticator app are set up. */
  enrolled: z.boolean(),
  /** When the one-time link ends that waits to be used; null: none waits. */
  linkUntil: z.nullable(field.time()),
});
export type Operator = z.output<typeof operator>;

/** Something that two must agree to. `input` says in words what is to happen. */
const approval = z.object({
  id: z.number(),
  act: z.enum(['withdrawal', 'adjustment', 'role', 'rate', 'reset']),
  target: z.string(),
  input: z.record(z.string(), z.unknown()),
  proposer: z.string(),
  time: field.time(),
  state: z.enum(['open', 'done', 'refused']),
  decider: z.nullable(z.string()),
  decided: z.nullable(field.time()),
  /** Whether I proposed it: another has to agree then. */
  mine: z.boolean(),
});
export type Approval = z.output<typeof approval>;

const auditRow = z.object({
  id: z.number(),
  time: field.time(),
  operator: z.string(),
  act: z.string(),
  target: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});
export type AuditRow = z.output<typeof auditRow>;

export const operatorCalls = {
  list: reading({
    name: 'operators',
    right: 'operators.see',
    summary: 'Everybody who works here.',
    input: () => z.object({}),
    output: () => z.array(operator),
  }),
  create: changing({
    name: 'operators/create',
    right: 'operators.change',
    summary:
      'Proposes a new operator. A second one has to agree; a one-time link is mailed to the new one then, who sets up a password and an authenticator app by it.',
    input: () => z.object({ name: operatorName, role: field.choice(roles), email: field.email() }),
    output: () => approval,
  }),
  setrole: changing({
    name: 'operators/setrole',
    right: 'operators.change',
    summary: "Proposes another role. A second operator has to agree; the operator's sessions end then.",
    input: () => z.object({ id: operatorId, role: field.choice(roles) }),
    output: () => approval,
  }),
  disable: changing({
    name: 'operators/disable',
    right: 'operators.change',
    summary: 'Shuts an operator out at once. A link that waits to be used is over.',
    input: () => z.object({ id: operatorId }),
    output: () => z.null(),
  }),
  reset: changing({
    name: 'operators/reset',
    right: 'operators.change',
    summary:
      'Proposes that an operator set up password and authenticator app again. A second one has to agree; a one-time link is mailed to the operator then, and what they logged in with is void.',
    input: () => z.object({ id: operatorId }),
    output: () => approval,
  }),
  setemail: changing({
    name: 'operators/setemail',
    right: 'operators.change',
    summary:
      'Proposes another address for an operator’s links. A second one has to agree; a link that waits to be used is over then, and another is mailed to the new address.',
    input: () => z.object({ id: operatorId, email: field.email() }),
    output: () => approval,
  }),
  resend: changing({
    name: 'operators/resend',
    right: 'operators.change',
    summary:
      'Mails another one-time link to an operator who hasn’t enrolled yet; the one before is over. Once a minute for each operator. Says whether the mail server took it.',
    input: () => z.object({ id: operatorId }),
    output: () => z.object({ mailed: z.boolean() }),
  }),
  approvals: reading({
    name: 'approvals',
    right: 'approvals.see',
    summary:
      'What waits for a second operator, and what was decided, the newest first. Who works at markets sees the proposals about markets alone.',
    input: () => z.object({ open: z._default(field.flag(), true), ...field.page() }),
    output: () => field.pageOf(approval),
  }),
  decide: changing({
    name: 'approvals/decide',
    right: 'approvals.see',
    summary:
      "Agrees to what another operator proposed, and carries it out; or refuses it. Needs the right of what was proposed; one's own can only be refused. `mailed` says whether the mail server took a link.",
    input: () => z.object({ id: operatorId, agree: field.flag() }),
    output: () => z.object({ approval, mailed: z.optional(z.boolean()) }),
  }),
  audit: reading({
    name: 'audit',
    right: 'audit.see',
    summary: 'What operators did, the newest first.',
    input: () =>
      z.object({
        operator: z.optional(field.text(64)),
        act: z.optional(field.text(64)),
        target: z.optional(field.text(64)),
        ...field.page(),
      }),
    output: () => field.pageOf(auditRow),
  }),
};
