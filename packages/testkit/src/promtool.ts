import { findDebianProgram } from './debian-program.ts';

/** Prometheus' checker of rules and metrics. @throws Error with instructions if there is none */
export function findPromtool(): Promise<string> {
  return findDebianProgram({
    name: 'promtool',
    package: 'prometheus',
    variable: 'PROMTOOL_PATH',
    version: '--version',
  });
}
