import { parseArgs } from 'node:util';
import { attacks } from './attack-list.ts';
import { registerHonest } from './honest.ts';
import { createJudge } from './judge.ts';
import { linesOf, meetsGoal, summaryOf } from './report.ts';
import { runAttacks, type Result } from './run-attacks.ts';
import { runStagedElsewhere } from './staged-elsewhere.ts';
import { setStage, type Stage } from './stage.ts';

/**
 * `npm run attack`: the attacks of `attack-list.ts` against the real server, each while honest customers trade and log in. `--short` has smaller counts, `--only <part of a name>`
 * runs some alone, and `--strict` also fails where the honest waited too long, which a busy machine makes them do. Ends with code 1 where something broke.
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

say(`${names.length} attacks, from addresses of their own, while ten customers trade and log in …`);
const stage = await setStage();
let results: readonly Result[] = [];
let wrongs: readonly string[] = ['the run ended before its attacks did'];
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
