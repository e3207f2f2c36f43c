import type { MarketRules, MatchingEngine } from '@fft/engine';
import { buildDeposit, listing, testMarket } from '../commands/build.ts';
import type { MakeEngine } from '../test-engine.ts';
import { people, readCommand } from './example-command.ts';
import { Narrator } from './narrator.ts';

const btc = 0;
const usdt = 1;
const answer = '  → ';

/**
 * Plays an example and returns it with its actual results. Each line that isn't a result is a command, a query (`book`, `ann's money`), a
 * wait (`after 5 s`) or, as the first line, the market's rules (`rules: takerFeePpm 2000`). Ticks and lots are single units; everyone starts
 * with 1,000 BTC and 100,000 USDT.
 */
export function playExample(make: MakeEngine, example: string): string {
  const lines = example.split('\n').filter((line) => line !== '' && !line.startsWith(answer));
  const narrator = new Narrator();
  const engine = make(narrator);
  const rules = lines[0]?.startsWith('rules: ') === true ? readRules(lines[0]) : {};
  open(engine, rules);
  narrator.take();
  let time = 0;
  const played = lines.flatMap((line) => {
    const [, seconds] = line.match(/^after (\d+) s$/) ?? [];
    if (seconds !== undefined) {
      time += Number(seconds) * 1000;
      engine.apply({ type: 'tick', time });
    } else if (line === 'book') {
      return [line, answer + bookOf(engine)];
    } else if (line.endsWith("'s money")) {
      return [line, answer + moneyOf(engine, line.slice(0, -"'s money".length))];
    } else if (!line.startsWith('rules: ')) {
      engine.apply(readCommand(line, time));
    }
    engine.validate();
    return [line, ...narrator.take().map((said) => answer + said)];
  });
  return `${played.join('\n')}\n`;
}

function open(engine: MatchingEngine, rules: Partial<MarketRules>): void {
  const plain = { ...testMarket, unitsPerLot: 1, unitsPerTickLot: 1, makerFeePpm: 0, takerFeePpm: 0, maxNotional: 1e6 };
  for (const command of listing([{ ...plain, ...rules }])) engine.apply(command);
  for (const owner of Object.values(people)) {
    engine.apply(buildDeposit({ owner, asset: btc, amount: 1000 }));
    engine.apply(buildDeposit({ owner, asset: usdt, amount: 100_000 }));
  }
}

function readRules(line: string): Partial<MarketRules> {
  const parts = line.slice('rules: '.length).split(', ');
  return Object.fromEntries(parts.map((part) => part.split(' ')).map(([name = '', value]) => [name, Number(value)]));
}

function bookOf(engine: MatchingEngine): string {
  const { bids, asks } = engine.depth(0, 100);
  const side = (levels: typeof bids) => levels.map(([price, lots]) => `${lots} at ${price}`).join(', ') || 'nothing';
  return `bids: ${side(bids)}; asks: ${side(asks)}`;
}

function moneyOf(engine: MatchingEngine, who: string): string {
  const parts = [btc, usdt].flatMap((asset) => {
    const { available, frozen } = engine.balance(people[who] ?? 0, 'coin', asset);
    const code = asset === btc ? 'BTC' : 'USDT';
    return [`${available} ${code}`, ...(frozen > 0 ? [`${frozen} ${code} frozen`] : [])];
  });
  return parts.join(', ');
}
