import type { ColumnDef, Constraint, Node } from 'libpg-query';
import { breaks, locks, type Refusal } from './refusal.ts';

const serials = new Set(['serial', 'bigserial', 'smallserial', 'serial2', 'serial4', 'serial8']);

function constraintsOf({ constraints = [] }: ColumnDef): Constraint[] {
  return constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []));
}

function isConstant(value: Node | undefined): boolean {
  if (value === undefined) return false;
  if ('TypeCast' in value) return isConstant(value.TypeCast.arg);
  return 'A_Const' in value;
}

const isSerial = ({ typeName }: ColumnDef): boolean => {
  const type = typeName?.names?.at(-1);
  return type !== undefined && 'String' in type && serials.has(type.String.sval ?? '');
};

/** Says what adding a column to a table with rows would do. */
export function refuseColumn(table: string, column: ColumnDef): Refusal[] {
  const name = `the column ${column.colname} of ${table}`;
  const constraints = constraintsOf(column);
  const has = (...types: Constraint['contype'][]): boolean =>
    constraints.some(({ contype }) => types.includes(contype));
  const fallback = constraints.find(({ contype }) => contype === 'CONSTR_DEFAULT');
  const rules: [applies: boolean, refusal: Refusal][] = [
    [
      has('CONSTR_NOTNULL') && fallback === undefined,
      breaks(table, `${name} needs a value that older versions don't write: give it a default, or let it be null`),
    ],
    [
      isSerial(column) || has('CONSTR_GENERATED', 'CONSTR_IDENTITY'),
      locks(
        table,
        `${name} is computed for every row, which rewrites the table: add it without, and let a job fill it`,
      ),
    ],
    [
      fallback !== undefined && !isConstant(fallback.raw_expr),
      locks(table, `${name} has a default that isn't a constant, which rewrites the table`),
    ],
    [
      has('CONSTR_PRIMARY', 'CONSTR_UNIQUE'),
      locks(table, `${name} builds an index in the transaction: list a unique one in \`indexes\` of a later migration`),
    ],
    [
      has('CONSTR_CHECK', 'CONSTR_FOREIGN'),
      locks(table, `${name} has a constraint that reads the table: add it apart, with NOT VALID`),
    ],
  ];
  return rules.flatMap(([applies, refusal]) => (applies ? [refusal] : []));
}
