import { buildDeposit, buildHold, buildTransfer, initialBalance, openTestEngine } from '@fft/testkit';
import { describe, expect, test } from 'vitest';
import { bothEngines } from '../test/both-engines.ts';
import type { Command } from './command.ts';

const most = Number.MAX_SAFE_INTEGER;
const outcomeOf = (lines: readonly string[]): string => lines.at(-1)?.replace(/^posted.*/, 'posted') ?? '';

describe.each(bothEngines)('money, with %s', (_name, make) => {
  test('a transfer may take the whole balance, and no more', () => {
    const { apply, engine } = openTestEngine(make);
    expect(outcomeOf(apply(buildTransfer({ amount: initialBalance + 1 })))).toBe('rejected insufficientBalance');
    expect(outcomeOf(apply(buildTransfer({ amount: initialBalance })))).toBe('posted');
    expect(engine.balances(1000).map(({ asset, kind, available }) => [asset, kind, available])).toEqual([
      [0, 'coin', initialBalance],
      [1, 'coin', 0],
      [1, 'fiat', initialBalance],
    ]);
    expect(outcomeOf(apply(buildTransfer({ amount: 1 })))).toBe('rejected insufficientBalance');
    expect(outcomeOf(apply(buildTransfer({ from: 'fiat', amount: initialBalance })))).toBe('posted');
  });

  test('nothing is transferred or withdrawn from an account without postings', () => {
    const { apply } = openTestEngine(make);
    expect(apply(buildTransfer({ asset: 2 }), buildTransfer({ from: 'fiat' }))).toEqual(
      Array(2).fill('rejected insufficientBalance'),
    );
    expect(apply(buildHold({ asset: 2 }), buildHold({ kind: 'fiat' }))).toEqual(
      Array(2).fill('rejected insufficientBalance'),
    );
  });

  test('a withdrawal may hold the whole balance, and no more', () => {
    const { apply, engine } = openTestEngine(make);
    expect(outcomeOf(apply(buildHold({ amount: initialBalance + 1 })))).toBe('rejected insufficientBalance');
    expect(outcomeOf(apply(buildHold({ amount: initialBalance })))).toBe('posted');
    expect(engine.balance(1000, 'coin', 1)).toEqual({ available: 0, frozen: initialBalance });
  });

  test('the outside balance of each source stays a safe integer', () => {
    const { apply } = openTestEngine(make);
    const rest = most - 3 * initialBalance;
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
      (completed): [string, Command[], Command, Record<string, unknown>[]] => [
        `a withdrawal (${completed.map(({ type }) => type).join('') || 'held'})`,
        completed,
        hold,
        [{ amount: 11 }, { fee: 2 }, { asset: 0 }, { kind: 'fiat' }, { destination: 'adjustments' }],
      ],
    ),
  ];

  test.each(rows)(
    '%s that is repeated has one effect; with another body it is a conflict',
    (_what, completed, command, changes) => {
      const { apply, engine } = openTestEngine(make);
      expect(outcomeOf(apply(command))).toBe('posted');
      apply(...completed);
      const before = engine.stateHash();
      const balances = engine.balances(1000);
      for (const changed of changes) expect(apply({ ...command, ...changed })).toEqual(['rejected idConflict']);
      expect(apply(command)).toEqual(['duplicate 0 null']);
      expect([engine.balances(1000), engine.stateHash()]).toEqual([balances, before]);
    },
  );

  test.each([
    ['a transfer', buildTransfer({ requestId: 'x', amount: 2 * initialBalance })],
    ['a withdrawal', buildHold({ requestId: 'x', amount: 2 * initialBalance })],
    ['a deposit', buildDeposit({ requestId: 'x', amount: most })],
  ])('%s that was rejected stays rejected', (_what, command) => {
    const { apply } = openTestEngine(make);
    const [rejected] = apply(command);
    const reason = rejected?.replace('rejected ', '');
    apply(buildDeposit({ amount: 5 * initialBalance }));
    expect(apply(command)).toEqual([`duplicate 0 ${reason}`]);
    expect(apply({ ...command, amount: 1 })).toEqual(['rejected idConflict']);
  });

  test('ids of different kinds are separate', () => {
    const { apply } = openTestEngine(make);
    const id = { requestId: 'x' };
    expect(apply(buildDeposit(id), buildTransfer(id), buildHold(id)).every((line) => line.startsWith('posted'))).toBe(
      true,
    );
  });
});
