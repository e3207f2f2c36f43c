import { expect, test } from 'vitest';
import { linesWith, projectFiles } from './project-files.ts';

test('approvals alone make the agreements that services demand', () => {
  const server = projectFiles().filter((path) => /^apps\/exchange\/(src|cli)\/.*(?<!\.test)\.ts$/.test(path));
  const makers = linesWith(/\bAgreement\.reach\(|new Agreement\(/, server).map((line) => line.split(':')[0]);
  expect(makers).toEqual(['apps/exchange/src/admin/approvals.ts', 'apps/exchange/src/audit/agreement.ts']);
});
