import { parseArgs } from 'node:util';
import { attacks } from './attack-list.ts';
import { registerHonest } from './honest.ts';
import { createJudge } from './judge.ts';
import { linesOf, meetsGoal, summaryOf } from './report.ts';
import { runAttacks, type Result } from './run-attacks.ts';
import { runStagedElsewhere } from './staged-elsewhere.ts';
import { setStage, type Stage } from './stage.ts';

/**
 * `npm run attack`: runs the attacks of `attack-list.ts` against the real server while honest customers trade and log in. `--short` uses smaller counts, `--only <part of a name>`
 * selects attacks, and `--strict` also fails if honest customers waited too long, which a busy machine alone can cause. Exits with code 1 if something broke.
 */
const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    strict: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
  },
});
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const names = attacks.map(({ name }) => name).filter((name) => name.includes(values.only));

async function attackAll(stage: Stage): Promise<readonly Result[]> {
  const honest = await registerHonest(stage.url);
  const judge = await createJudge(stage);
  const onResult = (result: Result): void => linesOf(result).forEach(say);
  return runAttacks(names, { stage, honest, judge, isShort: values.short, onResult });
}

say(`${names.length} attacks, each from its own addresses, while ten customers trade and log in …`);
const stage = await setStage();
let results: readonly Result[] = [];
let wrongs: readonly string[] = ['the run stopped before all attacks were done'];
try {
  results = await attackAll(stage);
} finally {
  wrongs = await stage.stop();
}
if (!values.short && values.only === '') wrongs = [...wrongs, ...(await runStagedElsewhere(say))];
summaryOf(results, wrongs).forEach(say);
const isBroken = wrongs.length > 0 || results.some(({ broke }) => broke.length > 0);
const isSlow = values.strict && !results.every(meetsGoal);
process.exitCode = isBroken || isSlow ? 1 : 0;
