import type { Command } from '@fft/engine';
import fc from 'fast-check';

/** Wrong values that a journal may contain in place of a number. */
const strange = fc.oneof(
  fc.constantFrom(Number.NaN, Infinity, -Infinity, -1, -0, 0, 0.5, 2 ** 53),
  fc.constantFrom('1', '', null, undefined, true, 7n, {}, []),
);

/** A command with one wrong field. */
export function spoil(command: fc.Arbitrary<Command>): fc.Arbitrary<Command> {
  return fc.tuple(command, fc.nat(23), strange).map(([whole, index, value]) => {
    const names = Object.keys(whole);
    const name = names[index % names.length] ?? 'type';
    // Absent, it would be a command of an older journal, which no audit of protected fees understands.
    if (name === 'feeProtection' && value === undefined) return whole;
    return { ...whole, [name]: value };
  });
}
