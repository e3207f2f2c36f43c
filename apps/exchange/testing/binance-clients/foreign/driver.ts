import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';

/** Begins a line of a driver's answer; libraries print other lines. */
const mark = '@@';

/** A client that says nothing for so long hangs. */
const answerMs = 90_000;

type Fields = Readonly<Record<string, unknown>>;

export interface Command {
  readonly program: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** A program in the client's language, which trades by the client. It reads a line of JSON and answers with one. */
export class Driver {
  readonly #child: ChildProcess;
  readonly #answers: ((answer: Fields) => void)[] = [];
  readonly #early: Fields[] = [];
  readonly #ended: Promise<unknown>;
  #errors = '';
  #isOver = false;

  private constructor({ program, args, cwd, env }: Command) {
    this.#child = spawn(program, args, { cwd, env: { ...process.env, ...env }, stdio: 'pipe' });
    this.#ended = once(this.#child, 'close');
    this.#child.stdin?.on('error', () => undefined);
    this.#child.stderr?.on('data', (text: Buffer) => (this.#errors = (this.#errors + text.toString()).slice(-4_000)));
    if (this.#child.stdout) {
      createInterface({ input: this.#child.stdout }).on('line', (line) => {
        if (line.startsWith(mark)) this.#take(JSON.parse(line.slice(mark.length)) as Fields);
        else this.#errors = `${this.#errors}${line}\n`.slice(-4_000);
      });
    }
    void this.#ended.then(() => {
      this.#isOver = true;
      for (const waiting of this.#answers.splice(0)) waiting(this.#ending());
    });
  }

  /** Starts a driver, and awaits its word that the client is connected. */
  static async start(command: Command): Promise<Driver> {
    const driver = new Driver(command);
    const { failed } = await driver.#next();
    if (failed !== undefined) throw new Error(failed as string);
    return driver;
  }

  /** @throws if the client failed, with its words */
  async ask(does: string, fields: Fields = {}): Promise<Fields> {
    this.#child.stdin?.write(`${JSON.stringify({ does, ...fields })}\n`);
    const answer = await this.#next();
    if (answer['failed'] !== undefined) throw new Error(`${does}: ${answer['failed'] as string}\n${this.#errors}`);
    return answer;
  }

  async stop(): Promise<void> {
    this.#child.stdin?.end();
    const killed = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await this.#ended;
    clearTimeout(killed);
  }

  #ending(): Fields {
    return { failed: `the program ended: ${this.#errors}` };
  }

  #take(answer: Fields): void {
    const waiting = this.#answers.shift();
    if (waiting) waiting(answer);
    else this.#early.push(answer);
  }

  #next(): Promise<Fields> {
    const early = this.#early.shift();
    if (early) return Promise.resolve(early);
    if (this.#isOver) return Promise.resolve(this.#ending());
    return new Promise((resolve) => {
      const late = setTimeout(() => this.#child.kill('SIGKILL'), answerMs);
      this.#answers.push((answer) => {
        clearTimeout(late);
        resolve(answer);
      });
    });
  }
}
