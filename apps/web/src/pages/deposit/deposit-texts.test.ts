import { expect, test } from 'vitest';
import { depositTexts } from './deposit-texts.ts';

test('a network’s Latin title is set apart from the Chinese text before it', () => {
  const { zh } = depositTexts;
  expect(zh.addressOf('ETH', 'Linea')).toBe('ETH 充值地址 · 仅限 Linea');
  expect(zh.addressOf('ETH', '以太坊 (ERC20)')).toBe('ETH 充值地址 · 仅限以太坊 (ERC20)');
  expect(zh.warning('ETH', 'Linea')).toBe('只能转入 ETH，网络须为 Linea');
});
