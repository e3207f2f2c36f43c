import { acts, calls, Code, order, streamData, type Call } from '@fft/contract';
import { toJSONSchema, type ZodMiniType } from 'zod/mini';
import { isKeyword, PythonTypes, type Schema } from './python-types.ts';

const head = '"""Generated from the contract by `npm run python-client`: change the contract, not this file."""\n\n';

const schemaOf = (type: ZodMiniType, io: 'input' | 'output'): Schema =>
  toJSONSchema(type, { io, unrepresentable: 'any' }) as Schema;
const snake = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);
const isOfObjects = ({ type, properties }: Schema): boolean => type === 'object' && properties !== undefined;

/** What the Python package has from the contract: its models, and a method for each call. By the file's name in `src/fft_client`. */
export function pythonFiles(): Readonly<Record<string, string>> {
  const types = new PythonTypes();
  // Shapes that many calls answer have their plain names.
  for (const [name, schema] of Object.entries({
    Order: order(),
    ...Object.fromEntries(Object.entries(streamData).map(([kind, data]) => [upper(kind), data()])),
  }))
    types.typeOf(schemaOf(schema, 'output'), name);
  const areas = Object.entries<Readonly<Record<string, Call>>>(calls).map(([area, byName]) =>
    areaClass(area, byName, types),
  );
  return { '_models.py': models(types), '_calls.py': callsFile(areas), '_codes.py': codes() };
}

function models({ classes }: PythonTypes): string {
  return `${head}from __future__ import annotations\n\nfrom typing import Any, Literal, NotRequired, TypedDict\n\n\n${classes.join('\n\n')}`;
}

function codes(): string {
  const rows = Object.entries(Code).map(([name, code]) => `    ${snake(name).toUpperCase()} = ${code}\n`);
  return `${head}from enum import IntEnum\n\n\nclass Code(IntEnum):\n    """Codes of answers; every other than OK is a refusal."""\n\n${rows.join('')}`;
}

function callsFile(areas: readonly string[]): string {
  const names = Object.keys(calls);
  const attributes = names.map((area) => `        self.${snake(area)} = ${upper(area)}Calls(call)\n`);
  return `${head}from __future__ import annotations

from typing import Any, Awaitable, Callable, List, Literal

from . import _models as m
from ._call import Call

Caller = Callable[[Call, dict[str, Any]], Awaitable[Any]]


class Area:
    """The calls of one area."""

    def __init__(self, call: Caller) -> None:
        self._call = call


${areas.join('\n\n')}

class Calls:
    """Every call of the exchange, by area."""

    def __init__(self, call: Caller) -> None:
${attributes.join('')}`;
}

function areaClass(area: string, byName: Readonly<Record<string, Call>>, types: PythonTypes): string {
  const methods = Object.entries(byName).map(([name, call]) =>
    method(`${upper(area)}${upper(name)}`, name, call, types),
  );
  return `class ${upper(area)}Calls(Area):\n${methods.join('\n')}`;
}

/** Models are in another module; built-in types and literals are not. A class with a method `list` needs another name of the type. */
const inModels = (type: string): string =>
  type
    .replaceAll(/(?<!["\w])(?!Any\b|Literal\b|None\b)[A-Z]\w*(?!["\w])/g, (name) => `m.${name}`)
    .replaceAll(/\blist\[/g, 'List[');

function method(className: string, name: string, call: Call, types: PythonTypes): string {
  const input = schemaOf(call.input, 'input');
  const fields = Object.entries(isOfObjects(input) ? (input.properties ?? {}) : {}).map(([field, schema]) => ({
    field,
    parameter: isKeyword(field) ? `${field}_` : field,
    type: inModels(types.typeOf(schema, `${className}${upper(field)}`)),
    isRequired: input.required?.includes(field) === true,
  }));
  const sorted = [...fields.filter(({ isRequired }) => isRequired), ...fields.filter(({ isRequired }) => !isRequired)];
  const file = call.encoding === 'multipart' ? ['file: bytes'] : [];
  const parameters = [
    ...file,
    ...sorted
      .filter(({ field }) => file.length === 0 || field !== 'file')
      .map(({ parameter, type, isRequired }) => `${parameter}: ${type}${isRequired ? '' : ' | None = None'}`),
  ];
  const given = parameters.map((parameter) => parameter.split(':', 1)[0] ?? '');
  const passed = given.map((parameter) => `"${parameter.replace(/_$/, '')}": ${parameter}`);
  const answer = inModels(types.typeOf(schemaOf(call.output, 'output'), `${className}Answer`));
  const described = [
    `"${call.method}", "${call.path}", "${call.auth}"`,
    ...(call.query ? [`query=(${call.query.map((field) => `"${field}",`).join(' ')})`] : []),
    ...(call.encoding === 'multipart' ? ['multipart=True'] : []),
    ...(acts(call) ? [] : ['acts=False']),
  ];
  return `    async def ${snake(name)}(self${parameters.length === 0 ? '' : ', *'}${parameters.map((text) => `, ${text}`).join('')}) -> ${answer}:
        """${call.summary.replaceAll('\\', '')}"""
        answer: ${answer} = await self._call(Call(${described.join(', ')}), {${passed.join(', ')}})
        return answer
`;
}
