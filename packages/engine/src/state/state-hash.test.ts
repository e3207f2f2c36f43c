import { buildDeposit, buildOrder, initialBalance, listing, testMarket } from '@fft/testkit';
import { expect, test } from 'vitest';
import { bothEngines } from '../../test/both-engines.ts';
import type { Command, MarketRules } from '../command.ts';
import { silentListener } from '../listener.ts';

const deposits = [1000, 1001, 1002].flatMap((owner) =>
  [0, 1].map((asset) => buildDeposit({ owner, asset, amount: initialBalance })),
);

/** The state hash of both engines after the same commands. */
function hashesAfter(commands: readonly Command[], rules: Partial<MarketRules> = {}): (string | undefined)[] {
  return bothEngines.map(([, make]) => {
    const engine = make(silentListener);
    for (const command of [...listing([{ ...testMarket, ...rules }]), ...deposits, ...commands]) engine.apply(command);
    engine.validate();
    return engine.stateHash();
  });
}

test('frozen money counts even if nothing is available', () => {
  const all = buildOrder({ side: 'sell', quantityLots: initialBalance / 1000 });
  const [mine, oracles] = hashesAfter([all]);
  expect(mine).toBe(oracles);
  expect(mine).not.toBe(hashesAfter([])[0]);
});

test('triggered stops that wait for the market to open count, in order', () => {
  const halting = { volatilityPpm: 50_000, haltMs: 1000, auctionMs: 1000 };
  const stop = { owner: 1002, side: 'sell', stopDirection: 'falling', priceTicks: 80, quantityLots: 1 } as const;
  const [first, second] = [buildOrder({ ...stop, stopTicks: 95 }), buildOrder({ ...stop, stopTicks: 95 })];
  const trade = (priceTicks: number): Command[] => [
    buildOrder({ owner: 1001, side: 'sell', priceTicks, quantityLots: 1 }),
    buildOrder({ priceTicks, quantityLots: 1 }),
  ];
  const [before, after] = [trade(100), trade(90)];
  const commands = [...before, first, second, buildOrder({ ...stop, stopTicks: 92 }), ...after];
  const [mine, oracles] = hashesAfter(commands, halting);
  expect(mine).toBe(oracles);
  // The same orders, but another one triggered first.
  const ticks = [92, 95, 95];
  const turned = [first, second, commands[4] as typeof first].map((order, index) => ({
    ...order,
    stopTicks: ticks[index] as number,
  }));
  const [other, oraclesOther] = hashesAfter([...before, ...turned, ...after], halting);
  expect(other).toBe(oraclesOther);
  expect(other).not.toBe(mine);
});
