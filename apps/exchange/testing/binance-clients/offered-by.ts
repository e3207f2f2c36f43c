import type { Ccxt } from './scene.ts';

/** The unified methods that ccxt has for Binance. */
export function offeredBy(bot: Ccxt): string[] {
  const methods: Readonly<Record<string, unknown>> = bot.has;
  return Object.keys(methods).filter((name) => methods[name] && typeof Reflect.get(bot, name) === 'function');
}
