import {
  type CreateStmt,
  type DropStmt,
  type IndexStmt,
  type Node,
  parse,
  type RangeVar,
  type RenameStmt,
} from 'libpg-query';
import { refuseAlter } from './alter-rules.ts';
import type { History } from './history.ts';
import { breaks, locks, type Refusal } from './refusal.ts';

/** Add something that no older version knows, or only read. */
const harmless = new Set([
  'CommentStmt',
  'CreateEnumStmt',
  'CreateSchemaStmt',
  'CreateSeqStmt',
  'AlterEnumStmt',
  'InsertStmt',
  'SelectStmt',
]);

function refuseTable({ relation, inhRelations = [] }: CreateStmt, history: History): Refusal[] {
  const table = relation?.relname ?? '';
  history.create(table);
  const parents = inhRelations.flatMap((node) => ('RangeVar' in node ? [node.RangeVar.relname ?? ''] : []));
  return parents
    .filter((parent) => !history.hasCreated(parent))
    .map((parent) => locks(parent, `a new partition locks ${parent}: create the table, then attach it`));
}

function refuseIndex({ relation, idxname = '', concurrent }: IndexStmt, history: History): Refusal[] {
  const table = relation?.relname ?? '';
  if (history.hasCreated(table) && concurrent !== true) return [];
  const cause = concurrent === true ? "can't be built in a transaction" : 'stops writes until it is built';
  return [locks(table, `the index ${idxname} of ${table} ${cause}: list it in \`indexes\``)];
}

const textOf = (parts: readonly Node[] = []): string =>
  parts.flatMap((part) => ('String' in part ? [part.String.sval ?? ''] : [])).join('.');

const kindOf = (type = ''): string => type.replace('OBJECT_', '').toLowerCase();

function refuseDrop({ removeType, objects = [] }: DropStmt, history: History): Refusal[] {
  const names = objects.map((object) => {
    const parts =
      'List' in object ? object.List.items : 'ObjectWithArgs' in object ? object.ObjectWithArgs.objname : [object];
    return textOf(parts);
  });
  if (removeType === 'OBJECT_TABLE') names.forEach((name) => history.lock(name));
  return names
    .filter((name) => !history.hasCreated(name))
    .map((name) => breaks(name, `older versions use the ${kindOf(removeType)} ${name}, which is dropped`));
}

/** Changes of rows: fine in a table of this migration. */
function refuseRows(relation: RangeVar | undefined, history: History): Refusal[] {
  const table = relation?.relname ?? '';
  if (history.hasCreated(table)) return [];
  history.lock(table);
  return [locks(table, `rows of ${table} stay locked until the migration ends: let a job change them in batches`)];
}

function refuseTrigger(relation: RangeVar | undefined, history: History): Refusal[] {
  const table = relation?.relname ?? '';
  history.lock(table);
  return history.hasCreated(table) ? [] : [breaks(table, `a trigger changes what older versions write to ${table}`)];
}

/** Applies to every kind of table, view, column and index. */
function refuseRename({ relation, subname, newname = '' }: RenameStmt, history: History): Refusal[] {
  const table = relation?.relname ?? null;
  if (table !== null) history.lock(table);
  const name = [table, subname].filter(Boolean).join('.');
  return [breaks(table, `older versions use ${name} by its name, not as ${newname}`)];
}

const refuseReplaced = (isReplaced = false): Refusal[] =>
  isReplaced ? [breaks(null, 'older versions use what is replaced: give the new one another name')] : [];

function refuseDefinition(node: Node, history: History): Refusal[] | null {
  if ('CreateStmt' in node) return refuseTable(node.CreateStmt, history);
  if ('IndexStmt' in node) return refuseIndex(node.IndexStmt, history);
  if ('AlterTableStmt' in node) return refuseAlter(node.AlterTableStmt, history);
  if ('DropStmt' in node) return refuseDrop(node.DropStmt, history);
  if ('RenameStmt' in node) return refuseRename(node.RenameStmt, history);
  return null;
}

function refuseOther(node: Node, history: History): Refusal[] {
  if ('UpdateStmt' in node) return refuseRows(node.UpdateStmt.relation, history);
  if ('DeleteStmt' in node) return refuseRows(node.DeleteStmt.relation, history);
  if ('CreateTrigStmt' in node) return refuseTrigger(node.CreateTrigStmt.relation, history);
  if ('ViewStmt' in node) return refuseReplaced(node.ViewStmt.replace);
  if ('CreateFunctionStmt' in node) return refuseReplaced(node.CreateFunctionStmt.replace);
  const [type = ''] = Object.keys(node);
  return harmless.has(type) ? [] : [breaks(null, `${type} isn't known to be safe for older versions`)];
}

/** Says what these statements would do to an exchange that trades. */
export async function refuseSql(statements: string, history: History): Promise<Refusal[]> {
  const { stmts = [] } = await parse(statements);
  return stmts.flatMap(({ stmt }) =>
    stmt === undefined ? [] : (refuseDefinition(stmt, history) ?? refuseOther(stmt, history)),
  );
}
