import { readFileSync } from 'node:fs';

type Variables = Readonly<Record<string, string | undefined>>;

/** Variables that are meant for the signer and name no setting of it: a budget whose name is mistyped would leave the default in force. */
export function unknownSettings(names: readonly string[], variables: Variables): string[] {
  const known = new Set(names.flatMap((name) => [name, `${name}_FILE`]));
  return Object.entries(variables)
    .filter(([name, value]) => /^SIGNER(_|$)/i.test(name) && !known.has(name) && (value ?? '').trim() !== '')
    .map(([name]) => name);
}

/** What is set of these names; an empty variable counts as absent. Secrets may lie in files: `NAME_FILE` says where the value of `NAME` is. @throws where both are set, or the file can't be read */
export function givenOf(names: readonly string[], variables: Variables): Record<string, string> {
  const given: Record<string, string> = {};
  for (const name of names) {
    const [file, plain] = [variables[`${name}_FILE`]?.trim() ?? '', variables[name]?.trim() ?? ''];
    if (file !== '' && plain !== '') throw new Error(`${name} and ${name}_FILE can't both be set`);
    const value = file === '' ? plain : readFileSync(file, 'utf8').trim();
    if (value !== '') given[name] = value;
  }
  return given;
}
