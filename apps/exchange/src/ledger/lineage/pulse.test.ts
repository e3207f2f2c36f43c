import { randomUUID } from 'node:crypto';
import { MemoryJournal } from '@fft/journal';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createLog } from '../../platform/log.ts';
import { MarkedJournal } from './marked-journal.ts';
import { createPulse, type Pulse } from './pulse.ts';

let journal: MarkedJournal;
let host: { sequence: number };
let marked: number[];
let pulse: Pulse;
let isBroken: boolean;

class BreakingJournal extends MemoryJournal {
  override async confirm() {
    if (isBroken) throw new Error('no commit ends');
    return super.confirm();
  }
}

beforeEach(() => {
  isBroken = false;
  marked = [];
  host = { sequence: 0 };
  journal = new MarkedJournal(new BreakingJournal(), ({ sequence }) => marked.push(sequence));
  pulse = createPulse({ journal, host, log: createLog('silent'), everyMs: 5, maxSilenceMs: 50 });
  pulse.job.start();
});
afterEach(() => pulse.job.stop());

test('an idle exchange stays well: what nothing writes, the pulse writes', async () => {
  await expect.poll(() => marked.length).toBeGreaterThan(20);
  expect(pulse.ailment()).toBeNull();
});

test('ails while no commit ends, and is well again after one', async () => {
  isBroken = true;
  await expect.poll(pulse.ailment).toBe('journal');
  isBroken = false;
  await expect.poll(pulse.ailment).toBeNull();
});

test('ails while the replica is behind what is durable, and is well again once it has caught up', async () => {
  await journal.append({ batchId: randomUUID(), bytes: Buffer.of(1) });
  await expect.poll(pulse.ailment).toBe('replica');
  host.sequence = 1;
  await expect.poll(pulse.ailment).toBeNull();
});

test('each durable position is reported, of appends as of confirmations', async () => {
  const { sequence } = await journal.append({ batchId: randomUUID(), bytes: Buffer.of(1) });
  expect(marked).toContain(sequence);
  expect(journal.durable?.head.sequence).toBe(sequence);
});
