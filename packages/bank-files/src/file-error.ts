/** Why a bank's file was refused. */
export const fileProblems = [
  'tooLarge',
  'encoding',
  'notWellFormed',
  'doctype',
  'tooDeep',
  'unknownFormat',
  'missing',
  'malformed',
  'date',
  'amount',
  'currency',
  'account',
  'noReference',
  'twice',
  'balances',
  'columns',
  'order',
  'empty',
] as const;
export type FileProblem = (typeof fileProblems)[number];

/** A bank's file that is refused as a whole. `line` counts from 1; `detail` names the element, tag or column. */
export class BankFileError extends Error {
  override readonly name = 'BankFileError';
  readonly problem: FileProblem;
  readonly line: number;
  readonly detail: string;

  constructor(problem: FileProblem, line: number, detail: string) {
    super(`line ${line}: ${problem}: ${detail}`);
    this.problem = problem;
    this.line = line;
    this.detail = detail;
  }
}
