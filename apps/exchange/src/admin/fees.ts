import { consoleCalls, type ActInput } from '@fft/console-contract';
import type { CustomerService } from '../accounts/index.ts';
import type { Acting } from '../audit/acting.ts';
import type { CustomerFeesChange, FeeService, Tier, TierChange, TierDraft, WantedFees } from '../funds/fees/index.ts';
import { refuse } from './refusals.ts';
import type { Approvals, ExecuteApproval } from './approvals.ts';
import type { Bind } from './bind.ts';
import type { Operator } from './staff/roster.ts';

export interface FeesOptions {
  readonly fees: FeeService;
  readonly customers: Pick<CustomerService, 'read'>;
  readonly approvals: Pick<Approvals, 'propose'>;
}

const set = { state: 'set' } as const;
const waitsForSecond = { state: 'waitsForSecond' } as const;

/** Binds the calls about fee tiers, and about one customer's fees. */
export function bindFees(bind: Bind, options: FeesOptions): void {
  const { fees } = options;
  const { fees: calls, markets } = consoleCalls;
  bind(calls.tiers, async () => {
    const tiers = await fees.tiers();
    return tiers.map((tier) => ({ ...wireOf(tier), id: tier.id, customers: tier.customers }));
  });
  bind(calls.saveTier, async ({ id, nameZh, nameEn, makerPpm, takerPpm, fromUsdt }, by) => {
    const draft = { id: id ?? null, name: { zh: nameZh, en: nameEn }, makerPpm, takerPpm, fromUsdt: fromUsdt ?? null };
    const saved = await fees.save(draft, { operator: by.name });
    if (!isChange(saved)) return { ...set, tier: { ...wireOf(saved), id: saved.id } };
    await proposeTier(options, by, saved);
    return { ...waitsForSecond, tier: null };
  });
  bind(calls.deleteTier, async ({ id }, by) => {
    const change = await fees.delete(id, { operator: by.name });
    if (change === null) return set;
    await proposeTier(options, by, change);
    return waitsForSecond;
  });
  bind(calls.setTier, ({ customer, tier }, by) => {
    const wanted = tier === undefined ? ({ kind: 'byTurnover' } as const) : ({ kind: 'tier', tier } as const);
    return setFees(options, by, customer, wanted);
  });
  bind(markets.setCustomerFees, ({ customer, makerPpm, takerPpm }, by) => {
    const isReset = makerPpm === -1 && takerPpm === -1;
    if (!isReset && Math.min(makerPpm, takerPpm) < 0) throw refuse('marketRules', { values: { problem: 'malformed' } });
    const own = { kind: 'own', fees: { makerPpm, takerPpm } } as const;
    return setFees(options, by, customer, isReset ? { kind: 'byTurnover' } : own);
  });
}

async function setFees(
  { fees, customers, approvals }: FeesOptions,
  by: Operator,
  customer: number,
  wanted: WantedFees,
) {
  if ((await customers.read(customer)) === null) throw refuse('unknownCustomer');
  const change = await fees.set(customer, wanted, { operator: by.name });
  if (change === null) return set;
  await approvals.propose(by, { act: 'customerFees', target: change.target, input: inputOf(change) });
  return waitsForSecond;
}

function inputOf({ customer, wanted, before, after, tier }: CustomerFeesChange): ActInput<'customerFees'> {
  return { customer, kind: wanted.kind, before, after, tier: tier && wireOf(tier) };
}

async function proposeTier({ approvals }: FeesOptions, by: Operator, change: TierChange): Promise<void> {
  const { target, before, after, customers } = change;
  const input = { before: before && wireOf(before), after: after && wireOf(after), customers };
  await approvals.propose(by, { act: 'feeTier', target, input });
}

function isChange(saved: Tier | TierChange): saved is TierChange {
  return 'customers' in saved;
}

/** Saves or deletes a tier that two operators agreed to. */
export function createTierApproval({ fees }: Pick<FeesOptions, 'fees'>): ExecuteApproval<'feeTier'> {
  return async ({ before, after }, { by, agreement }) => {
    const acting: Acting = { operator: by.name, agreement };
    const expected = before && draftOf(before);
    if (after !== null) await fees.save(draftOf(after), acting, expected);
    else if (before?.id != null) await fees.delete(before.id, acting, expected);
    return {};
  };
}

/** Sets fees of a customer that two operators agreed to. */
export function createCustomerFeesApproval({ fees }: Pick<FeesOptions, 'fees'>): ExecuteApproval<'customerFees'> {
  return async ({ customer, kind, tier, before, after }, { by, agreement }) => {
    await fees.set(customer, wantedOf(kind, tier, after), { operator: by.name, agreement }, { before, after });
    return {};
  };
}

type Input = ActInput<'customerFees'>;

function wantedOf(kind: Input['kind'], tier: Input['tier'], after: Input['after']): WantedFees {
  if (kind === 'own' && after !== null) return { kind, fees: after };
  if (kind === 'tier' && tier?.id != null) return { kind, tier: tier.id };
  return { kind: 'byTurnover' };
}

function wireOf({ id, name, makerPpm, takerPpm, fromUsdt }: TierDraft) {
  return { id, nameZh: name.zh, nameEn: name.en, makerPpm, takerPpm, fromUsdt };
}

function draftOf({ nameZh, nameEn, ...tier }: ReturnType<typeof wireOf>): TierDraft {
  return { ...tier, name: { zh: nameZh, en: nameEn } };
}
