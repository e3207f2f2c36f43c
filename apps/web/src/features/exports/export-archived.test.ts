import { expect, test } from 'vitest';
import { exportArchived, type ExportSteps, type MadeExport } from './export-archived.ts';

const made = (state: MadeExport['state'], progress: number): MadeExport => ({
  id: 'e',
  state,
  progress,
  lines: state === 'done' ? 7 : 0,
  parts: state === 'done' ? 2 : 0,
});

function stepsOf(states: readonly MadeExport[]) {
  const [shown, left]: [number[], MadeExport[]] = [[], [...states]];
  const next = (): Promise<MadeExport> => Promise.resolve(left.shift() ?? made('failed', 0));
  const steps: ExportSteps = {
    start: next,
    read: next,
    readPart: (id, part) => Promise.resolve({ name: 'a.csv', csv: `${id}${part};` }),
    wait: () => Promise.resolve(),
    onProgress: (percent) => shown.push(percent),
  };
  return { steps, shown };
}

test('an export is followed to its end, and its parts are one file', async () => {
  const { steps, shown } = stepsOf([made('waiting', 0), made('running', 40), made('done', 100)]);
  expect(await exportArchived(steps)).toEqual({ name: 'a.csv', csv: 'e0;e1;', lines: 7 });
  expect(shown).toEqual([0, 40, 100]);
});

test('a failed export has no file', async () => {
  expect(await exportArchived(stepsOf([made('running', 50), made('failed', 50)]).steps)).toBeNull();
});

test('a file that lacks a part is not saved', async () => {
  const { steps } = stepsOf([made('done', 100)]);
  const readPart: ExportSteps['readPart'] = (id, part) =>
    part === 1 ? Promise.reject(new Error('no network')) : steps.readPart(id, part);
  await expect(exportArchived({ ...steps, readPart })).rejects.toThrow('no network');
});
