import { hmacCheck } from '../../../src/accounts/keys/key-material.ts';
import { signatureOf } from './signed-parts.ts';

export interface VerifyTime {
  /** Where the signature differs from the right one. */
  readonly differsAt: string;
  readonly medianNs: number;
}

const rounds = 400;
const perRound = 500;

/** Measures the check of HMAC signatures that differ early, late or not at all, in turn. */
export function measureVerifyTime(): VerifyTime[] {
  const key = { id: '', kind: 'hmac', secret: 'f'.repeat(64) } as const;
  const payload = `symbol=BTC%2FUSDT&side=buy&type=limit&price=20000&quantity=0.001&timestamp=${Date.now()}`;
  const right = signatureOf(key, payload);
  const flipped = (at: number): string => right.slice(0, at) + (right[at] === '0' ? '1' : '0') + right.slice(at + 1);
  const cases = { nowhere: right, 'its first character': flipped(0), 'its last character': flipped(63) };
  const check = hmacCheck(key.secret);
  const times = Object.entries(cases).map(([differsAt, signature]) => ({ differsAt, signature, ns: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { signature, ns } of times) {
      const begun = process.hrtime.bigint();
      for (let turn = 0; turn < perRound; turn++) check(payload, signature);
      ns.push(Number(process.hrtime.bigint() - begun) / perRound);
    }
  }
  return times.map(({ differsAt, ns }) => ({
    differsAt,
    medianNs: ns.toSorted((one, other) => one - other)[rounds / 2] ?? 0,
  }));
}
