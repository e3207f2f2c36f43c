import { fileURLToPath } from 'node:url';
import { build, type Plugin } from 'vite';

const source = fileURLToPath(new URL('../../../packages/liabilities/src/verify-liabilities.ts', import.meta.url));

/** Builds the verifier of liabilities into one file for Node, which customers download from the proof page. */
export function verifierPlugin(): Plugin {
  return {
    name: 'verifier',
    apply: 'build',
    async generateBundle() {
      const made = await build({
        configFile: false,
        logLevel: 'warn',
        build: {
          write: false,
          ssr: source,
          target: 'node20',
          rolldownOptions: { output: { format: 'es', codeSplitting: false } },
        },
        ssr: { noExternal: true },
      });
      const [output] = [made].flat();
      const chunk = output && 'output' in output ? output.output[0] : undefined;
      if (!chunk) throw new Error('the verifier could not be built');
      this.emitFile({ type: 'asset', fileName: 'verify-liabilities.mjs', source: chunk.code });
    },
  };
}
