import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPromtool } from '@fft/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { read } from './project-files.ts';

const rules = read('docs/operations/alerts.yml');
const cases = read('docs/operations/alerts.test.yml');
const runbook = read('docs/operations/alerts.md');
const alerts = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name);

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fft-alerts-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Prometheus' verdict on rules, with the project's cases for them. */
async function verdictOn(text: string): Promise<string> {
  writeFileSync(join(folder, 'alerts.yml'), text);
  writeFileSync(join(folder, 'alerts.test.yml'), cases);
  const options = ['test', 'rules', join(folder, 'alerts.test.yml')];
  const { stdout, stderr } = spawnSync(await findPromtool(), options, { encoding: 'utf8' });
  return stdout + stderr;
}

test('Prometheus fires each alert in its case, and stays quiet in the other', async () => {
  expect(await verdictOn(rules)).toContain('SUCCESS');
  for (const name of alerts)
    expect(['fires', 'stays quiet'].filter((end) => !cases.includes(`- name: ${name} ${end}\n`))).toEqual([]);
});

test('a threshold that never fires fails its case', async () => {
  expect(
    await verdictOn(rules.replace('fft_gateway_waiting_commands) > 5000', 'fft_gateway_waiting_commands) > 50000')),
  ).toContain('CommandsWait fires');
});

test('each alert has a section in the runbook, and each section an alert', () => {
  const sections = [...runbook.matchAll(/^## (\w+)$/gm)].map(([, name = '']) => name);
  expect(sections.toSorted()).toEqual(alerts.toSorted());
  for (const name of alerts) expect(rules).toContain(`runbook: docs/operations/alerts.md#${name.toLowerCase()}\n`);
});
