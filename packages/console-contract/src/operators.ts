import { fields as field } from '@fft/contract';
import * as z from 'zod/mini';
import { type Act, type ActInput, actNames, acts } from './acts/index.ts';
import { writeCall, readCall } from './operator-call.ts';
import { roles } from './rights.ts';
import { operatorName } from './session.ts';

export const operatorId = field.integer(1, Number.MAX_SAFE_INTEGER);

const operator = z.object({
  id: z.number(),
  name: z.string(),
  role: z.enum(roles),
  created: field.time(),
  lastLogin: z.nullable(field.time()),
  disabled: z.boolean(),
  /** Receives the one-time links; null for operators created before addresses were required. */
  email: z.nullable(z.string()),
  /** True once password and authenticator app are set up. */
  enrolled: z.boolean(),
  /** Expiry of the pending one-time link; null if there is none. */
  linkUntil: z.nullable(field.time()),
});
export type Operator = z.output<typeof operator>;

const common = {
  id: z.number(),
  target: z.string(),
  proposer: z.string(),
  time: field.time(),
  state: z.enum(['open', 'done', 'refused']),
  decider: z.nullable(z.string()),
  decided: z.nullable(field.time()),
  /** True if I proposed it: another operator must approve. */
  mine: z.boolean(),
  /** Names, as on the identity documents, of the customers in it, by number; empty for operators who may not see customers. */
  names: z.record(z.string(), z.string()),
};

/** A proposal of one act. `input` is null if it was made by an earlier release in another form: then it can only be refused. */
export type ApprovalOf<A extends Act> = z.output<ReturnType<typeof z.object<typeof common>>> & {
  readonly act: A;
  readonly input: ActInput<A> | null;
};
/** A proposal that a second operator must approve; `act` says what its input is. */
export type Approval = { [A in Act]: ApprovalOf<A> }[Act];

const forms = actNames.map((act) =>
  z.object({ ...common, act: z.literal(act), input: z.nullable(acts[act].input as z.ZodMiniType) }),
);
const approval = z.discriminatedUnion('act', [...forms] as [
  (typeof forms)[number],
]) as unknown as z.ZodMiniType<Approval>;

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
  list: readCall({
    name: 'operators',
    right: 'operators.see',
    summary: 'Lists all operators.',
    input: () => z.object({}),
    output: () => z.array(operator),
  }),
  create: writeCall({
    name: 'operators/create',
    right: 'operators.change',
    summary:
      'Proposes a new operator. After a second operator approves, the new one gets a one-time link by e-mail to set up a password and an authenticator app.',
    input: () => z.object({ name: operatorName, role: field.choice(roles), email: field.email() }),
    output: () => approval,
  }),
  setRole: writeCall({
    name: 'operators/setrole',
    right: 'operators.change',
    summary: "Proposes another role for an operator. After a second operator approves, the operator's sessions end.",
    input: () => z.object({ id: operatorId, role: field.choice(roles) }),
    output: () => approval,
  }),
  disable: writeCall({
    name: 'operators/disable',
    right: 'operators.change',
    summary:
      'Disables an operator immediately and invalidates a pending link. Where fewer than two operators could then use a right that takes two, it only proposes that, and returns the proposal. Two admins who can log in always remain.',
    input: () => z.object({ id: operatorId }),
    output: () => z.nullable(approval),
  }),
  reset: writeCall({
    name: 'operators/reset',
    right: 'operators.change',
    summary:
      'Proposes to reset an operator’s password and authenticator app. After a second operator approves, the old factors are invalid and the operator gets a one-time link by e-mail.',
    input: () => z.object({ id: operatorId }),
    output: () => approval,
  }),
  setEmail: writeCall({
    name: 'operators/setemail',
    right: 'operators.change',
    summary:
      'Proposes another e-mail address for an operator’s links. After a second operator approves, a pending link is replaced by one sent to the new address.',
    input: () => z.object({ id: operatorId, email: field.email() }),
    output: () => approval,
  }),
  resendLink: writeCall({
    name: 'operators/resend',
    right: 'operators.change',
    summary:
      'Sends a new one-time link to an operator who has not enrolled yet and invalidates the previous one, at most once a minute. `mailed` is true if the mail server accepted it.',
    input: () => z.object({ id: operatorId }),
    output: () => z.object({ mailed: z.boolean() }),
  }),
  approvals: readCall({
    name: 'approvals',
    right: 'approvals.see',
    summary:
      'Lists open proposals and decided ones, newest first. Without `approvals.seeAll`, only those that the operator may propose or decide.',
    input: () => z.object({ open: z._default(field.flag(), true), ...field.page() }),
    output: () => field.pageOf(approval),
  }),
  decide: writeCall({
    name: 'approvals/decide',
    right: 'approvals.see',
    summary:
      "Approves and executes another operator's proposal, or refuses it. Requires the right of the proposed act; operators can only refuse their own proposals. `mailed` is true if the mail server accepted a link.",
    input: () => z.object({ id: operatorId, agree: field.flag() }),
    output: () => z.object({ approval, mailed: z.optional(z.boolean()) }),
  }),
  audit: readCall({
    name: 'audit',
    right: 'audit.see',
    summary: 'Lists the audit log, newest first.',
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
