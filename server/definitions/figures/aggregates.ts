// Which calls of a select are aggregates: what a select is grouped for.
import { isJsonObject, type JsonObject } from '#src/core/values.ts';
import { listOf, namesOf, nodeOf, nodesOf } from './sql-tree.ts';

const known: ReadonlySet<string> = new Set([
  'array_agg',
  'avg',
  'bool_and',
  'bool_or',
  'count',
  'every',
  'json_agg',
  'jsonb_agg',
  'max',
  'min',
  'mode',
  'percentile_cont',
  'percentile_disc',
  'regr_slope',
  'stddev',
  'stddev_samp',
  'string_agg',
  'sum',
  'variance',
]);

export function nameOfCall(call: JsonObject): string {
  return namesOf(call.funcname).at(-1) ?? '';
}

function isAggregate(call: JsonObject): boolean {
  return call.agg_within_group === true || call.agg_filter !== undefined || known.has(nameOfCall(call));
}

/** The aggregates in an expression, those inside a window's call among them and not that call itself. */
export function aggregatesIn(value: unknown): readonly JsonObject[] {
  if (Array.isArray(value)) return value.flatMap(aggregatesIn);
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([kind, inner]) => {
    // A select inside has rows of its own.
    if (kind === 'SelectStmt') return [];
    if (kind === 'FuncCall' && isJsonObject(inner) && inner.over === undefined && isAggregate(inner))
      return [inner];
    return aggregatesIn(inner);
  });
}

/** Whether a select answers groups of rows and no rows. */
export function groups(select: JsonObject): boolean {
  return listOf(select.groupClause).length > 0 || aggregatesIn(select.targetList).length > 0;
}

/** An expression that is one count or sum, so that what it says of parts adds up to what it says of the whole. */
export function addsUp(value: unknown): boolean {
  const cast = nodeOf(value, 'TypeCast');
  if (cast) return addsUp(cast.arg);
  const filled = nodeOf(value, 'CoalesceExpr');
  if (filled) {
    const [first, ...rest] = listOf(filled.args);
    return addsUp(first) && rest.every((one) => nodeOf(one, 'A_Const') !== null);
  }
  // A share of the whole: all shares are the whole.
  const share = nodeOf(value, 'A_Expr');
  if (share && namesOf(share.name)[0] === '/')
    return addsUp(share.lexpr) && nodeOf(share.rexpr, 'FuncCall')?.over !== undefined;
  const call = nodeOf(value, 'FuncCall');
  if (!call || call.over !== undefined || call.agg_distinct === true) return false;
  return ['count', 'sum'].includes(nameOfCall(call));
}

/** The percentiles that a query takes: between two values, or one of the values. */
export function percentilesIn(select: JsonObject): readonly ('between' | 'one')[] {
  const names = new Set(nodesOf(select, 'FuncCall').map(nameOfCall));
  return [
    ...(names.has('percentile_cont') ? (['between'] as const) : []),
    ...(names.has('percentile_disc') ? (['one'] as const) : []),
  ];
}

/** The shares at which a percentile is taken, where they are written down: one, or those of an array. */
export function sharesIn(call: JsonObject): readonly number[] {
  if (!nameOfCall(call).startsWith('percentile_')) return [];
  const [first] = listOf(call.args);
  const constant = nodeOf(first, 'A_Const') ?? nodeOf(nodeOf(first, 'TypeCast')?.arg, 'A_Const');
  const written = [nodeOf(constant, 'fval')?.fval, nodeOf(constant, 'sval')?.sval].find(
    (text) => typeof text === 'string',
  );
  if (typeof written !== 'string') return [];
  return written
    .replace(/^\{|\}$/g, '')
    .split(',')
    .map(Number);
}
