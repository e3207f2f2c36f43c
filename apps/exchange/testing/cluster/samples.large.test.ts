import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { fillSample, type Place, type Sample } from './samples.ts';

const place: Place = {
  network: '127.0.77',
  portOffset: 1_000,
  passwords: { superuser: 'secret-one', replication: 'secret-two', fft: 'secret-three' },
};
const samples: readonly Sample[] = [
  'etcd.yml',
  'patroni.yml',
  'create-database.sh',
  'haproxy.cfg',
  'nginx.conf',
  'Caddyfile',
];
const operations = join(import.meta.dirname, '../../../../docs/operations');
const read = (path: string): Promise<string> => readFile(join(operations, path), 'utf8');

test.each(samples)('%s is used with no address, password or machine of the sample left in it', (name) => {
  const filled = fillSample(name, place, [], 3);
  expect(filled).not.toMatch(/10\.0\.0\.\d/);
  expect(filled).not.toContain('CHANGE-');
  for (const line of filled.split('\n').filter((each) => each.endsWith('# this machine')))
    expect(line).toMatch(/db3|127\.0\.77\.3:|\/var\/lib/);
});

test('a change that a sample has no place for is refused', () => {
  expect(() => fillSample('etcd.yml', place, [['/no/such/folder', '/tmp']])).toThrow('etcd.yml has nothing like');
});

test('the unit of gateways never gives up', async () => {
  const [head = ''] = (await read('cluster/fft@.service')).split('[Service]');
  expect(head).toContain('StartLimitIntervalSec=0');
});

test.each(['create-database.sh', 'fft'])('%s is a shell’s', async (name) => {
  const { stderr } = await promisify(execFile)('sh', ['-n', join(operations, 'cluster', name)]);
  expect(stderr).toBe('');
});
