import type { AlterTableCmd, AlterTableStmt, Constraint, Node } from 'libpg-query';
import { refuseColumn } from './column-rules.ts';
import type { History } from './history.ts';
import { breaks, locks, type Refusal } from './refusal.ts';

const columnOf = (node: Node | undefined): string | null => {
  if (node === undefined || !('ColumnRef' in node)) return null;
  const field = node.ColumnRef.fields?.[0];
  return field !== undefined && 'String' in field ? (field.String.sval ?? null) : null;
};

/** The column of a check `column is not null`. */
function notNullColumn({ contype, raw_expr: check }: Constraint): string | null {
  if (contype !== 'CONSTR_CHECK' || check === undefined || !('NullTest' in check)) return null;
  const { nulltesttype, arg } = check.NullTest;
  if (nulltesttype !== 'IS_NOT_NULL' || arg === undefined) return null;
  return columnOf(arg);
}

function refuseConstraint(table: string, constraint: Constraint, history: History): Refusal[] {
  const { conname = '', contype, indexname, skip_validation: isUnvalidated } = constraint;
  if (isUnvalidated === true) {
    history.addConstraint(table, conname, notNullColumn(constraint));
    return [];
  }
  const isIndex = contype === 'CONSTR_UNIQUE' || contype === 'CONSTR_PRIMARY';
  if (isIndex && indexname !== undefined) return [];
  const remedy = isIndex
    ? 'list its index in `indexes` of an earlier migration, and add it with USING INDEX'
    : 'add it with NOT VALID, and validate it in a later migration';
  return [locks(table, `the new constraint ${conname} of ${table} reads the whole table: ${remedy}`)];
}

function refuseNotNull(table: string, column: string, history: History): Refusal[] {
  if (history.isProvenNotNull(table, column)) return [];
  const remedy = 'add a check (… is not null) with NOT VALID, validate it in the next migration, then set it';
  return [locks(table, `not null of ${column} reads the whole table ${table}: ${remedy}`)];
}

function refuseValidation(table: string, constraint: string, history: History): Refusal[] {
  if (history.hasAdded(table, constraint))
    return [
      locks(
        table,
        `${constraint} of ${table} is validated under the lock that added it: validate it in a later migration`,
      ),
    ];
  history.validate(table, constraint);
  return [];
}

function refuseAttached(table: string, def: Node | undefined, history: History): Refusal[] {
  const partition = def !== undefined && 'PartitionCmd' in def ? (def.PartitionCmd.name?.relname ?? '') : '';
  if (history.hasCreated(partition)) return [];
  return [locks(table, `${partition} is read under the lock that attaches it to ${table}: attach a new table`)];
}

type Rule = (command: { table: string; name: string; def: Node | undefined; history: History }) => Refusal[];

const harmless: Rule = () => [];

const rules: Readonly<Partial<Record<string, Rule>>> = {
  AT_AddColumn: ({ table, def }) => (def !== undefined && 'ColumnDef' in def ? refuseColumn(table, def.ColumnDef) : []),
  AT_DropColumn: ({ table, name }) => [
    breaks(table, `older versions use the column ${name} of ${table}, which is dropped`),
  ],
  AT_AlterColumnType: ({ table, name }) => [
    breaks(table, `older versions use the column ${name} of ${table} with its present type`),
    locks(table, `another type of ${name} rewrites the table ${table}: add a second column, and let a job fill it`),
  ],
  AT_SetNotNull: ({ table, name, history }) => refuseNotNull(table, name, history),
  AT_DropNotNull: ({ table, name }) => [
    breaks(table, `older versions can't read the column ${name} of ${table} where it is null`),
  ],
  AT_ColumnDefault: ({ table, name, def }) =>
    def === undefined ? [breaks(table, `older versions rely on the default of ${name} of ${table}`)] : [],
  AT_AddConstraint: ({ table, def, history }) =>
    def !== undefined && 'Constraint' in def ? refuseConstraint(table, def.Constraint, history) : [],
  AT_ValidateConstraint: ({ table, name, history }) => refuseValidation(table, name, history),
  AT_DropConstraint: ({ table, name }) => [
    breaks(table, `older versions rely on the constraint ${name} of ${table}, which is dropped`),
  ],
  AT_AttachPartition: ({ table, def, history }) => refuseAttached(table, def, history),
  AT_SetStatistics: harmless,
  AT_SetRelOptions: harmless,
  AT_ResetRelOptions: harmless,
};

function refuseCommand(table: string, { subtype, name = '', def }: AlterTableCmd, history: History): Refusal[] {
  const unknown: Rule = () => [breaks(table, `${subtype} of ${table} isn't known to be safe for older versions`)];
  return (rules[subtype ?? ''] ?? unknown)({ table, name, def, history });
}

export function refuseAlter({ relation, cmds = [] }: AlterTableStmt, history: History): Refusal[] {
  const table = relation?.relname ?? '';
  if (history.hasCreated(table)) return [];
  history.lock(table);
  return cmds.flatMap((node) => ('AlterTableCmd' in node ? refuseCommand(table, node.AlterTableCmd, history) : []));
}
