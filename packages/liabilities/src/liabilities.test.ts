import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { branchNode, leafNode } from './hashing.ts';
import { LiabilityTree, verifyProof, type Liability, type Proof, type Publication } from './index.ts';

const liabilities = fc
  .array(fc.bigInt({ min: 0n, max: 2n ** 90n }), { minLength: 1, maxLength: 40 })
  .map((amounts) =>
    amounts.map((amount, index): Liability => ({ customer: `c${index}`, nonce: nonce(index), amount })),
  );

describe('every customer can verify their own amount', () => {
  test('the root is the sum, and each path leads to it', () => {
    fc.assert(
      fc.property(liabilities, (owed) => {
        const { publication, proofs } = publish(owed);
        const total = owed.reduce((sum, { amount }) => sum + amount, 0n);
        for (const [index, proof] of proofs.entries()) {
          expect(verifyProof(proof, publication)).toEqual({ holds: true, amount: owed[index]?.amount, total });
        }
      }),
    );
  });

  test('paths stay short with many customers', () => {
    const { proofs } = publish(
      Array.from({ length: 5000 }, (_, n) => ({ customer: `c${n}`, nonce: nonce(n), amount: 1n })),
    );
    expect(proofs[4711]?.path).toHaveLength(13);
  });

  test('an empty exchange owes nothing and has no customers', () => {
    const tree = new LiabilityTree('BTC', []);
    expect(tree.total.total).toBe('0');
    expect(tree.path('c0')).toBeNull();
  });

  test('a customer may occur only once', () => {
    const twice = { customer: 'c', nonce: nonce(1), amount: 1n };
    expect(() => new LiabilityTree('BTC', [twice, { ...twice, nonce: nonce(2) }])).toThrow('once');
  });

  test('the position of a leaf does not depend on the order of customers', () => {
    const owed = [3, 1, 2].map((n) => ({ customer: `c${n}`, nonce: nonce(n), amount: BigInt(n) }));
    expect(new LiabilityTree('BTC', owed).total).toEqual(new LiabilityTree('BTC', owed.toReversed()).total);
  });
});

describe('a tampered proof does not hold', () => {
  const owed = Array.from({ length: 5 }, (_, n) => ({ customer: `c${n}`, nonce: nonce(n), amount: BigInt(100 + n) }));
  const { publication, proofs } = publish(owed);
  const proof = proofs[2] as Proof;

  test.each<[string, Partial<Proof>, string]>([
    ['a smaller amount', { amount: '101' }, 'total-differs'],
    ['another customer', { customer: 'c3' }, 'hash-differs'],
    ['another nonce', { nonce: nonce(3) }, 'hash-differs'],
    ['another asset that is not published', { asset: 'ETH' }, 'asset-not-published'],
    ['another day', { day: '2026-11-21' }, 'other-day'],
    ['a negative amount', { amount: '-1' }, 'malformed'],
    ['an amount with a fraction', { amount: '1.5' }, 'malformed'],
    ['a path that stops early', { path: proof.path.slice(0, -1) }, 'total-differs'],
    ['a neighbour who is owed less than nothing', { path: [{ side: 'left', hash: nonce(1), sum: '-5' }] }, 'malformed'],
    ['a side that there is not', { path: [{ side: 'up' as 'left', hash: nonce(1), sum: '5' }] }, 'malformed'],
    [
      'a path without end',
      { path: Array.from({ length: 65 }, () => ({ side: 'left', hash: nonce(1), sum: '0' })) },
      'malformed',
    ],
    [
      'sums that are too large',
      { path: [{ side: 'left', hash: nonce(1), sum: (2n ** 127n - 1n).toString() }] },
      'malformed',
    ],
  ])('%s', (_what, change, doubt) => {
    expect(verifyProof({ ...proof, ...change }, publication)).toEqual({ holds: false, doubt });
  });

  test('swapped sides', () => {
    const path = proof.path.map((step) => ({
      ...step,
      side: step.side === 'left' ? ('right' as const) : ('left' as const),
    }));
    expect(verifyProof({ ...proof, path }, publication)).toEqual({ holds: false, doubt: 'hash-differs' });
  });

  test('any JSON gets a verdict', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (a, b) => {
        expect(verifyProof(a as unknown as Proof, b as unknown as Publication).holds).toBe(false);
      }),
    );
  });

  test('a published total below the sum verifies for no customer', () => {
    const lower = { ...publication, totals: publication.totals.map((total) => ({ ...total, total: '1' })) };
    expect(proofs.every((each) => !verifyProof(each, lower).holds)).toBe(true);
  });
});

test('the hash commits to both sums, so money cannot be moved between two branches', () => {
  const [left, right] = [10n, 20n].map((amount, n) =>
    leafNode({ asset: 'BTC', customer: `c${n}`, nonce: nonce(n), amount }),
  );
  if (left === undefined || right === undefined) throw new Error('expected two leaves');
  const moved = branchNode({ ...left, sum: 5n }, { ...right, sum: 25n });
  expect(moved.sum).toBe(30n);
  expect(moved.hash).not.toBe(branchNode(left, right).hash);
});

function publish(owed: Liability[]): { publication: Publication; proofs: Proof[] } {
  const tree = new LiabilityTree('BTC', owed);
  const day = '2026-11-20';
  const proofs = owed.map(({ customer, nonce: secret, amount }): Proof => {
    return { day, asset: 'BTC', customer, nonce: secret, amount: amount.toString(), path: tree.path(customer) ?? [] };
  });
  return { publication: { day, sequence: '7', totals: [tree.total] }, proofs };
}

function nonce(n: number): string {
  return n.toString(16).padStart(64, '0');
}
