import { consoleCalls } from '@fft/console-contract';
import { Code } from '@fft/contract';
import type { FeeService, Tier } from '../funds/fees/index.ts';
import { Refusal } from '../refusals/refusal.ts';
import type { CustomerService } from '../accounts/index.ts';
import type { Bind } from './bind.ts';

export interface FeesOptions {
  readonly fees: FeeService;
  readonly customers: Pick<CustomerService, 'read'>;
}

/** Binds the calls about fee tiers. */
export function bindFees(bind: Bind, { fees, customers }: FeesOptions): void {
  const { fees: calls } = consoleCalls;
  bind(calls.tiers, async () => {
    const tiers = await fees.tiers();
    return tiers.map((tier) => ({ ...tierOf(tier), customers: tier.customers }));
  });
  bind(calls.saveTier, async ({ id, nameZh, nameEn, makerPpm, takerPpm, fromUsdt }, by) => {
    const draft = { id: id ?? null, name: { zh: nameZh, en: nameEn }, makerPpm, takerPpm, fromUsdt: fromUsdt ?? null };
    const saved = await fees.save(draft, by.name);
    if (saved === null) throw new Refusal(Code.notFound, 'unknownTier');
    if (saved === 'taken') throw new Refusal(Code.conflict, 'tierTaken');
    return tierOf(saved);
  });
  bind(calls.deleteTier, async ({ id }, by) => {
    if (!(await fees.delete(id, by.name))) throw new Refusal(Code.notFound, 'unknownTier');
    return null;
  });
  bind(calls.setTier, async ({ customer, tier }, by) => {
    if ((await customers.read(customer)) === null) throw new Refusal(Code.notFound, 'unknownCustomer');
    const act = { customer, operator: by.name };
    if (tier === undefined) await fees.setOwn(act, null);
    else if (!(await fees.assign(act, tier))) throw new Refusal(Code.notFound, 'unknownTier');
    return null;
  });
}

function tierOf({ id, name, makerPpm, takerPpm, fromUsdt }: Tier) {
  return { id, nameZh: name.zh, nameEn: name.en, makerPpm, takerPpm, fromUsdt };
}
