import { describe, expect, test } from 'vitest';
import { countGateways, type Machine } from './count-gateways.ts';

const gibibyte = 1024 ** 3;
const settings = { gateways: 'auto', roles: ['gateway', 'projector', 'custody'], databaseUrl: null } as const;
const machine = (given: Partial<Machine> = {}): Machine => ({
  cores: 8,
  memoryBytes: 32 * gibibyte,
  connections: null,
  ...given,
});

describe('GATEWAYS=auto', () => {
  test.each([
    [1, 1],
    [2, 1],
    [3, 1],
    [4, 2],
    [8, 4],
    [16, 8],
    [96, 8],
  ])('on %i cores: %i', (cores, gateways) => {
    expect(countGateways(settings, machine({ cores, memoryBytes: 256 * gibibyte }))).toBe(gateways);
  });

  test('leaves each process two GiB', () => {
    expect(countGateways(settings, machine({ memoryBytes: 5 * gibibyte }))).toBe(2);
    expect(countGateways(settings, machine({ memoryBytes: gibibyte }))).toBe(1);
  });

  test('takes half of the connections that the database accepts', () => {
    const databaseUrl = 'postgres://fft@db.example/fft';
    expect(countGateways({ ...settings, databaseUrl }, machine({ connections: 197 }))).toBe(2);
    expect(countGateways({ ...settings, databaseUrl }, machine({ connections: 97 }))).toBe(1);
  });

  test('is one where the database has several servers, or no customers are served', () => {
    const databaseUrl = 'postgres://fft@one.example,two.example/fft';
    expect(countGateways({ ...settings, databaseUrl }, machine())).toBe(1);
    expect(countGateways({ ...settings, roles: ['projector'] }, machine())).toBe(1);
  });
});

test('a number is taken as it is, or refused with what the database lacks', () => {
  expect(countGateways({ ...settings, gateways: 3 }, machine({ cores: 1 }))).toBe(3);
  expect(countGateways({ ...settings, gateways: 1 }, machine({ connections: 45 }))).toBe(1);
  const many = { ...settings, gateways: 3, databaseUrl: 'postgres://fft@db.example/fft' };
  expect(() => countGateways(many, machine({ connections: 97 }))).toThrow(/GATEWAYS=3 needs 135 connections.*97/);
});
