import { join, relative } from 'node:path';
import { build } from 'rolldown';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** The files of this project, and the packages, that a program of the exchange is bundled from. */
async function ingredientsOf(source: string): Promise<{ readonly files: string[]; readonly packages: string[] }> {
  const packages = new Set<string>();
  const { output } = await build({
    input: join(root, source),
    platform: 'node',
    external: (id) => {
      const isOther = !/^(\.{1,2}\/|\/|@fft\/)/.test(id);
      if (isOther) packages.add(id);
      return isOther;
    },
    logLevel: 'silent',
    write: false,
  });
  const files = output.flatMap((each) => (each.type === 'chunk' ? each.moduleIds : []));
  return { files: files.map((path) => relative(root, path)), packages: [...packages] };
}

const isOfDemo = (path: string): boolean => /^(apps\/(demo|maker)|packages\/demo-market)\//.test(path);

test.each(['main', 'production'])('the program %s of the exchange contains nothing of the demo', async (name) => {
  const { files, packages } = await ingredientsOf(`apps/exchange/src/${name}.ts`);
  expect(files).toContain('apps/exchange/src/config/settings.ts');
  expect(files.filter(isOfDemo)).toEqual([]);
  expect(packages).not.toContain('litesvm');
});

test('the demo is the exchange and more', async () => {
  const { files } = await ingredientsOf('apps/demo/src/demo-exchange.ts');
  expect(files).toEqual(expect.arrayContaining(['apps/exchange/src/app.ts', 'apps/demo/src/faucet.ts']));
});
