import { execFileSync } from 'node:child_process';
import { mkdirSync, statfsSync } from 'node:fs';

/** More than a server writes in a drill. It takes memory only for what is written. */
const size = '8g';
const maxTries = 20;

/** A server's disk in memory, which can be full in an instant: it shrinks to what it holds. */
export class SmallDisk {
  readonly folder: string;

  /** Mounts it, which takes root. */
  constructor(folder: string) {
    this.folder = folder;
    mkdirSync(folder, { recursive: true });
    mount('-t', 'tmpfs', '-o', `size=${size},mode=1777`, 'fft-drill', folder);
  }

  fill(): void {
    for (let tries = 1; ; tries += 1) {
      const { blocks, bfree, bsize } = statfsSync(this.folder);
      try {
        this.#resize(String((blocks - bfree) * bsize));
        return;
      } catch (error) {
        // The server has written more since.
        if (tries === maxTries) throw error;
      }
    }
  }

  giveBack(): void {
    this.#resize(size);
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.folder]);
  }

  #resize(to: string): void {
    mount('-o', `remount,size=${to}`, this.folder);
  }
}

function mount(...given: readonly string[]): void {
  execFileSync('mount', given, { stdio: 'pipe' });
}
