import { readFileSync } from 'node:fs';

type Variables = Readonly<Record<string, string | undefined>>;

/** Returns `SIGNER_` variables that name no setting: a mistyped budget would silently keep its default. */
export function unknownSettings(names: readonly string[], variables: Variables): string[] {
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return Object.entries(variables)
    .filter(([name, value]) => /^SIGNER(_|$)/i.test(name) && !known.has(name) && (value ?? '').trim() !== '')
    .map(([name]) => name);
}

/** Reads the named variables; empty ones count as absent. `NAME_FILE` names a file with the value of `NAME`. @throws if both are set, or the file cannot be read */
export function readVariables(names: readonly string[], variables: Variables): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of names) {
    const [file, plain] = [variables[`${name}_FILE`]?.trim() ?? '', variables[name]?.trim() ?? ''];
    if (file !== '' && plain !== '') throw new Error(`${name} and ${name}_FILE cannot both be set`);
    const value = file === '' ? plain : readFileSync(file, 'utf8').trim();
    if (value !== '') given[name] = value;
  }
  return given;
}
