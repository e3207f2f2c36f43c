import { expect, test, vi } from 'vitest';
import { nothingSaved, type Part, type Saved, saveParts } from './save-parts.ts';

const part = (cursor: string | null): Part => {
  const number = Number(cursor ?? 1);
  return { name: `${number}.csv`, csv: '', lines: 10, next: number < 3 ? String(number + 1) : null };
};

test('a failed export continues with the missing part', async () => {
  const files: string[] = [];
  const read = vi.fn<(cursor: string | null) => Promise<Part>>((cursor) => Promise.resolve(part(cursor)));
  let saved: Saved = nothingSaved;
  const steps = {
    read,
    save: ({ name }: Part) => files.push(name),
    onSaved: (now: Saved) => {
      saved = now;
      if (now.cursor === '3') read.mockRejectedValueOnce(new Error('no network'));
    },
  };
  await expect(saveParts(saved, steps)).rejects.toThrow('no network');
  expect([files, saved]).toEqual([['1.csv', '2.csv'], { lines: 20, cursor: '3' }]);
  expect(await saveParts(saved, steps)).toBe(30);
  expect(files).toEqual(['1.csv', '2.csv', '3.csv']);
});

test('a statement without lines saves no file', async () => {
  const save = vi.fn<() => void>();
  const read = () => Promise.resolve({ ...part('3'), lines: 0 });
  expect(await saveParts(nothingSaved, { read, save, onSaved: () => undefined })).toBe(0);
  expect(save).not.toHaveBeenCalled();
});
