import { readFileSync } from 'node:fs';

/** What is set, and what of it can't be read. */
interface GivenSettings {
  readonly given: Record<string, string>;
  readonly problems: string[];
}

/** Reads what is set of these names. Secrets may lie in files, as containers and systemd hand them over: `NAME_FILE` says where the value of `NAME` is. */
export function readGiven(
  names: readonly string[],
  variables: Readonly<Record<string, string | undefined>>,
): GivenSettings {
  const given: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of names) {
    const file = variables[`${name}_FILE`]?.trim() ?? '';
    const plain = variables[name]?.trim() ?? '';
    if (file !== '' && plain !== '') problems.push(`${name} and ${name}_FILE can't both be set`);
    const value = file === '' ? plain : readValue(file);
    if (value === null) problems.push(`${name}_FILE names a file that can't be read`);
    else if (value !== '') given[name] = value;
  }
  return { given, problems };
}

function readValue(file: string): string | null {
  try {
    return readFileSync(file, 'utf8').trim();
  } catch {
    return null;
  }
}
