import { buildDeposit, buildHold, buildTransfer, fortune, openTestEngine } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command } from './command.ts';

const most = Number.MAX_SAFE_INTEGER;
const outcomeOf = (lines: readonly string[]): string => lines.at(-1)?.replace(/^posted.*/, 'posted') ?? '';

describe.each(bothEngines)('money, with %s', (_name, make) => {
  test('a transfer takes all that there is, and no more', () => {
    const { apply, engine } = openTestEngine(make);
    expect(outcomeOf(apply(buildTransfer({ amount: fortune + 1 })))).toBe('rejected insufficientBalance');
    expect(outcomeOf(apply(buildTransfer({ amount: fortune })))).toBe('posted');
    expect(engine.balances(1000).map(({ asset, kind, available }) => [asset, kind, available])).toEqual([
      [0, 'coin', fortune],
      [1, 'coin', 0],
      [1, 'fiat', fortune],
    ]);
    expect(outcomeOf(apply(buildTransfer({ amount: 1 })))).toBe('rejected insufficientBalance');
    expect(outcomeOf(apply(buildTransfer({ from: 'fiat', amount: fortune })))).toBe('posted');
  });

  test('nothing is transferred or withdrawn from an account that was never there', () => {
    const { apply } = openTestEngine(make);
    expect(apply(buildTransfer({ asset: 2 }), buildTransfer({ from: 'fiat' }))).toEqual(
      Array(2).fill('rejected insufficientBalance'),
    );
    expect(apply(buildHold({ asset: 2 }), buildHold({ kind: 'fiat' }))).toEqual(
      Array(2).fill('rejected insufficientBalance'),
    );
  });

  test('a withdrawal holds all that there is, and no more', () => {
    const { apply, engine } = openTestEngine(make);
    expect(outcomeOf(apply(buildHold({ amount: fortune + 1 })))).toBe('rejected insufficientBalance');
    expect(outcomeOf(apply(buildHold({ amount: fortune })))).toBe('posted');
    expect(engine.balance(1000, 'coin', 1)).toEqual({ available: 0, frozen: fortune });
  });

  test('what outside owes stays a number that is exact, from each source by itself', () => {
    const { apply } = openTestEngine(make);
    const rest = most - 3 * fortune;
    expect(outcomeOf(apply(buildDeposit({ amount: rest + 1 })))).toBe('rejected balanceOverflow');
    expect(outcomeOf(apply(buildDeposit({ amount: rest })))).toBe('posted');
    expect(outcomeOf(apply(buildDeposit({ amount: 1, source: 'adjustments' })))).toBe('rejected balanceOverflow');
    expect(outcomeOf(apply(buildDeposit({ amount: 1, asset: 2 })))).toBe('posted');
  });

  const hold = buildHold({ requestId: 'x' });
  const end = (type: 'settleWithdrawal' | 'releaseWithdrawal'): Command => ({
    type,
    time: 0,
    owner: 1000,
    requestId: 'x',
  });
  const rows: [what: string, before: Command[], command: Command, changes: Record<string, unknown>[]][] = [
    [
      'a deposit',
      [],
      buildDeposit({ requestId: 'x' }),
      [{ amount: 2 }, { kind: 'fiat' }, { source: 'adjustments' }, { asset: 0 }],
    ],
    ['a transfer', [], buildTransfer({ requestId: 'x' }), [{ amount: 2 }, { from: 'fiat' }, { asset: 0 }]],
    ...[[], [end('settleWithdrawal')], [end('releaseWithdrawal')]].map(
      (ended): [string, Command[], Command, Record<string, unknown>[]] => [
        `a withdrawal (${ended.map(({ type }) => type).join('') || 'held'})`,
        ended,
        hold,
        [{ amount: 11 }, { fee: 2 }, { asset: 0 }, { kind: 'fiat' }, { destination: 'adjustments' }],
      ],
    ),
  ];

  test.each(rows)(
    '%s that comes again is done once; with something changed it is another one',
    (_what, ended, command, changes) => {
      const { apply, engine } = openTestEngine(make);
      expect(outcomeOf(apply(command))).toBe('posted');
      apply(...ended);
      const before = engine.stateHash();
      const balances = engine.balances(1000);
      for (const changed of changes) expect(apply({ ...command, ...changed })).toEqual(['rejected idConflict']);
      expect(apply(command)).toEqual(['duplicate 0 null']);
      expect([engine.balances(1000), engine.stateHash()]).toEqual([balances, before]);
    },
  );

  test.each([
    ['a transfer', buildTransfer({ requestId: 'x', amount: 2 * fortune })],
    ['a withdrawal', buildHold({ requestId: 'x', amount: 2 * fortune })],
    ['a deposit', buildDeposit({ requestId: 'x', amount: most })],
  ])('%s that was refused stays refused, whatever came since', (_what, command) => {
    const { apply } = openTestEngine(make);
    const [refused] = apply(command);
    const reason = refused?.replace('rejected ', '');
    apply(buildDeposit({ amount: 5 * fortune }));
    expect(apply(command)).toEqual([`duplicate 0 ${reason}`]);
    expect(apply({ ...command, amount: 1 })).toEqual(['rejected idConflict']);
  });

  test('ids of different kinds are never compared', () => {
    const { apply } = openTestEngine(make);
    const id = { requestId: 'x' };
    expect(apply(buildDeposit(id), buildTransfer(id), buildHold(id)).every((line) => line.startsWith('posted'))).toBe(
      true,
    );
  });
});
