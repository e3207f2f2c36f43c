import { actNames } from '@fft/console-contract';
import { expect, test } from 'vitest';
import { linesWith, projectFiles, read } from './project-files.ts';

const server = projectFiles().filter((path) => /^apps\/exchange\/(src|cli)\/.*(?<!\.test)\.ts$/.test(path));

test('approvals alone make the agreements that services demand', () => {
  const makers = linesWith(/\bAgreement\.reach\(|new Agreement\(/, server).map((line) => line.split(':')[0]);
  expect(makers).toEqual(['apps/exchange/src/admin/approvals.ts', 'apps/exchange/src/authority/agreement.ts']);
});

test('every act that takes two is demanded by what does it, with the values that it acts on', () => {
  const text = server.map((path) => read(path)).join('\n');
  const demanded = [
    ...text.matchAll(/\.requireAbout\(\s*'(\w+)',/g),
    ...text.matchAll(/authorOf\(by, \{\s*act: '(\w+)'/g),
  ].map(([, act = '']) => act);
  // The lock decides which of its three acts it takes.
  const ofLocks = text.includes('by.requireAbout(takes,') ? ['unlock', 'houseLock', 'houseUnlock'] : [];
  expect([...new Set([...demanded, ...ofLocks])].toSorted()).toEqual(actNames.toSorted());
});
