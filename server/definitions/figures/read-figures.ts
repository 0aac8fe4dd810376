// Reads from a query what its figures are made of: the rows, the keys of their groups, the condition and the measure of
// each aggregate. From the last select down to the first one that groups; what lies below that are the rows.
// Longer than the habit: one walk down a query, whose steps share what was read above.
import { isJsonObject, type JsonObject, type ValueType } from '#src/core/values.ts';
import { addsUp, aggregatesIn, groups, nameOfCall, percentilesIn, sharesIn } from './aggregates.ts';
import {
  type Counts,
  type Figure,
  type Figures,
  type Operand,
  type RowsQuery,
  type Share,
  usesLines,
} from './figures.ts';
import { type Part, partsOf, targetOfKey } from './query-parts.ts';
import {
  type Column,
  type Grouped,
  isStudy,
  nothing,
  type Relation,
  Same,
  type Statistics,
  shareIn,
  type Use,
  unknown,
} from './relations.ts';
import { aggregateText, selectText } from './select-text.ts';
import { listOf, namesOf, nodeOf, nodesOf, readTree, type SqlTree } from './sql-tree.ts';

class Reading {
  readonly #tree: SqlTree;
  readonly #parts: readonly Part[];
  readonly #grouped = new Map<Part, Grouped>();
  readonly #counts: Counts;
  readonly #head: string;
  readonly #queries: RowsQuery[] = [];
  readonly #same = new Same();

  constructor(tree: SqlTree, counts: Counts, head: string) {
    this.#tree = tree;
    this.#counts = counts;
    this.#head = head;
    this.#parts = partsOf(tree);
  }

  figures(returned: readonly ReturnedColumn[]): Figures {
    const last = this.#parts.at(-1);
    const relation = last ? this.#relation(last, 'report') : null;
    const columns: { [column: string]: Figure } = {};
    const unread: { [column: string]: string } = {};
    const names = returned.map(({ name }) => name);
    // Where each row is a record, what is computed of it and of groups is the record's own.
    const own = names.includes(this.#counts.id);
    for (const { name, type } of returned) {
      const { uses, adds, how, shares = [], share } = relation?.column(name) ?? nothing;
      if (!relation || uses.length === 0 || (type !== 'integer' && type !== 'number')) continue;
      if (own && how === null) continue;
      const operands = uses.map((use) => this.#operand(use, names, relation));
      const missing = operands.find((operand) => typeof operand === 'string');
      if (typeof missing === 'string') unread[name] = missing;
      else
        columns[name] = {
          operands: distinct(operands.filter((operand) => typeof operand !== 'string')),
          // Several records share the figure of their group.
          adds: adds && !own,
          how,
          share: share ?? medianOf(uses, shares),
        };
    }
    return {
      counts: this.#counts,
      rows: this.#queries,
      own,
      columns,
      unread,
      percentiles: percentilesIn(this.#tree.select),
    };
  }

  #operand(use: Use, names: readonly string[], relation: Relation): Operand | string {
    const keys: string[] = [];
    for (let i = 0; i < use.group.keys; i++) {
      const wanted = this.#same.of(`${use.way}#${i}`);
      const column = names.find((name) => {
        const { origin } = relation.column(name);
        return origin !== null && this.#same.of(origin) === wanted;
      });
      if (column === undefined) return `the query groups by a value that it does not return (key ${i + 1})`;
      keys.push(column);
    }
    return { rows: use.group.rows, keys, condition: use.condition, measure: use.measure };
  }

  #relation(part: Part, way: string): Relation {
    const { select, tokens } = part;
    if (select.op !== 'SETOP_NONE' || tokens[0]?.word !== 'select') return unknown(way);
    return groups(select) ? this.#groupedPart(part).relation(way) : this.#passed(part, way);
  }

  /** A select that hands on rows of others. */
  #passed({ select }: Part, way: string): Relation {
    const scope = new Map<string, Relation>();
    for (const item of listOf(select.fromClause)) this.#from(item, way, scope);
    const columns = new Map<string, Column>();
    const open: Relation[] = [];
    let rest: readonly Use[] = [];
    const spread: Statistics[] = [];
    for (const target of listOf(select.targetList)) {
      const { name, val } = nodeOf(target, 'ResTarget') ?? {};
      const names = namesOf(nodeOf(val, 'ColumnRef')?.fields);
      if (names.at(-1) === '*') {
        const starred =
          names.length === 1 ? [...scope.values()] : [scope.get(names[0] ?? '') ?? unknown(way)];
        for (const relation of starred) {
          for (const one of relation.names ?? [])
            if (!columns.has(one)) columns.set(one, relation.column(one));
          if (relation.names === null) open.push(relation);
        }
        continue;
      }
      const column = this.#computed(val, scope);
      const id = typeof name === 'string' ? name : (names.at(-1) ?? '');
      // A row that is spread out: its columns have names that only the database knows.
      if (nodeOf(val, 'A_Indirection') && typeof name !== 'string') {
        rest = [...rest, ...column.uses];
        if (column.statistics) spread.push(column.statistics);
      } else if (!columns.has(id)) columns.set(id, column);
    }
    const known = open.length === 0 && rest.length === 0 ? [...columns.keys()] : null;
    return {
      names: known,
      column: (name) => {
        const own = columns.get(name) ?? (open.length === 1 ? open[0]?.column(name) : undefined);
        const [share = {}] = spread.map((one) => shareIn(one, name)).filter((one) => one.share);
        return own ?? { ...nothing, uses: rest, ...share };
      },
    };
  }

  #from(item: JsonObject, way: string, scope: Map<string, Relation>): void {
    const join = nodeOf(item, 'JoinExpr');
    if (join) {
      for (const side of [join.larg, join.rarg]) if (isJsonObject(side)) this.#from(side, way, scope);
      this.#joined(join, scope);
      return;
    }
    const table = nodeOf(item, 'RangeVar');
    const lateral = nodeOf(item, 'RangeFunction') ?? nodeOf(item, 'RangeSubselect');
    const name = String(table?.relname ?? '');
    const alias = (table ?? lateral)?.alias;
    const id = isJsonObject(alias) ? String(alias.aliasname) : name;
    const inner = `${way}/${id}`;
    const part = table ? this.#parts.find((one) => one.name === name) : undefined;
    if (part) scope.set(id, this.#relation(part, inner));
    else if (lateral) {
      // What is computed of figures is of the same rows.
      const column = this.#computed(item, scope);
      const statistics = this.#statisticsIn(item, scope);
      const columnOf = (one: string): Column => ({ ...column, ...shareIn(statistics, one) });
      scope.set(id, column.uses.length > 0 ? { names: null, column: columnOf } : unknown(inner));
    } else scope.set(id, unknown(inner));
  }

  #joined(join: JsonObject, scope: Map<string, Relation>): void {
    const relations = [...scope.values()];
    const right = relations.at(-1);
    for (const name of namesOf(join.usingClause))
      for (const left of relations.slice(0, -1))
        if (left.names === null || left.names.includes(name))
          this.#same.join(left.column(name).origin, right?.column(name).origin ?? null);
    const { quals } = join;
    const both = nodeOf(quals, 'BoolExpr');
    for (const qual of both?.boolop === 'AND_EXPR' ? listOf(both.args) : listOf([quals])) {
      const equal = nodeOf(qual, 'A_Expr');
      if (!equal || namesOf(equal.name)[0] !== '=') continue;
      const [a, b] = [equal.lexpr, equal.rexpr].map((side) => nodeOf(side, 'ColumnRef'));
      if (a && b) this.#same.join(this.#referred(a, scope).origin, this.#referred(b, scope).origin);
    }
  }

  #referred(reference: JsonObject, scope: ReadonlyMap<string, Relation>): Column {
    const [first = '', second] = namesOf(reference.fields);
    if (second !== undefined) return scope.get(first)?.column(second) ?? nothing;
    const relations = [...scope.values()];
    const named = relations.find(({ names }) => names?.includes(first));
    if (named) return named.column(first);
    const whole = scope.get(first);
    if (whole) return whole.column('');
    const open = relations.filter(({ names }) => names === null);
    return (open.length === 1 ? open[0]?.column(first) : undefined) ?? nothing;
  }

  /** What an expression is: a column itself, or computed of columns. */
  #computed(value: unknown, scope: ReadonlyMap<string, Relation>): Column {
    const itself = nodeOf(value, 'ColumnRef');
    if (itself) return this.#referred(itself, scope);
    const filled = listOf(nodeOf(value, 'CoalesceExpr')?.args);
    const only = filled.length === 2 && nodeOf(filled[1], 'A_Const') ? nodeOf(filled[0], 'ColumnRef') : null;
    const referred = nodesOf(value, 'ColumnRef').map((reference) => this.#referred(reference, scope));
    const uses = referred.flatMap((column) => column.uses);
    if (only) return { ...this.#referred(only, scope), origin: null };
    const element = this.#elementOf(value, scope);
    // What stands in for a missing one is of the same rows.
    const first = nodeOf(filled[0], 'ColumnRef');
    const statistics = this.#statisticsOf(value, scope);
    return {
      ...nothing,
      uses,
      ...(element === undefined ? {} : { shares: [element] }),
      ...(statistics ? { statistics } : {}),
      ...this.#fieldOf(value, scope),
      ...(first ? shared(this.#referred(first, scope)) : {}),
    };
  }

  /** Statistics that are handed on whole, or computed here. */
  #statisticsOf(value: unknown, scope: ReadonlyMap<string, Relation>): Statistics | undefined {
    const whole = nodeOf(nodeOf(value, 'A_Indirection')?.arg, 'ColumnRef');
    return whole ? this.#referred(whole, scope).statistics : this.#statisticsIn(value, scope);
  }

  /** Of a call over arrays that one grouped select has gathered. */
  #statisticsIn(value: unknown, scope: ReadonlyMap<string, Relation>): Statistics | undefined {
    const call = nodesOf(value, 'FuncCall').find((one) => isStudy(nameOfCall(one)));
    if (!call) return undefined;
    const arrays = listOf(call.args).flatMap((arg) => {
      const reference = nodeOf(arg, 'ColumnRef');
      return reference ? this.#referred(reference, scope).uses : [];
    });
    const [first] = arrays;
    const measures = arrays.flatMap(({ measure }) => measure ?? []);
    const same = arrays.every(
      ({ way, group, condition }) => way === first?.way && group === first.group && condition === null,
    );
    return first && same && measures.length === 2
      ? { call: nameOfCall(call), rows: first.group.rows, measures }
      : undefined;
  }

  /** One column of statistics, `(x.st).cod`. */
  #fieldOf(value: unknown, scope: ReadonlyMap<string, Relation>): Pick<Column, 'share'> {
    const field = nodeOf(listOf(nodeOf(value, 'A_Indirection')?.indirection)[0], 'String')?.sval;
    return typeof field === 'string' ? shareIn(this.#statisticsOf(value, scope), field) : {};
  }

  /** The share of a percentile that is taken out of an array of them. */
  #elementOf(value: unknown, scope: ReadonlyMap<string, Relation>): number | undefined {
    const element = nodeOf(value, 'A_Indirection');
    const array = nodeOf(element?.arg, 'ColumnRef');
    const place = nodeOf(nodeOf(listOf(element?.indirection)[0], 'A_Indices')?.uidx, 'A_Const');
    const at = nodeOf(place, 'ival')?.ival;
    return array && typeof at === 'number' ? this.#referred(array, scope).shares?.[at - 1] : undefined;
  }

  #groupedPart(part: Part): Grouped {
    const known = this.#grouped.get(part) ?? this.#readGrouped(part);
    this.#grouped.set(part, known);
    return known;
  }

  #readGrouped({ select, tokens, before }: Part): Grouped {
    const { text } = this.#tree;
    const targets = listOf(select.targetList).map((target) => nodeOf(target, 'ResTarget') ?? {});
    const words = selectText(
      text,
      tokens,
      targets.map(({ name }) => typeof name === 'string'),
    );
    const names = targets.map(({ name, val }) =>
      typeof name === 'string' ? name : (namesOf(nodeOf(val, 'ColumnRef')?.fields).at(-1) ?? ''),
    );
    const keyed = listOf(select.groupClause).map((key) => targetOfKey(key, targets, names));
    const conditions: string[] = [];
    const measures: string[] = [];
    const placeIn = (list: string[], expression: string | null) => {
      if (expression === null) return null;
      if (!list.includes(expression)) list.push(expression);
      return list.indexOf(expression);
    };
    const aggregates = targets.map(({ val }) =>
      aggregatesIn(val).map((call) => {
        const said = aggregateText(text, tokens, Number(call.location));
        return { condition: placeIn(conditions, said.condition), measure: placeIn(measures, said.measure) };
      }),
    );
    const keys = keyed.map((target, i) => (target < 0 ? words.groups[i] : words.items[target]) ?? 'null');
    const columns = [
      `${this.#counts.id} as id`,
      ...keys.map((key, i) => `(${key}) as k${i}`),
      ...conditions.map((condition, i) => `coalesce((${condition}), false) as c${i}`),
      ...measures.map((measure, i) => `(${measure}) as m${i}`),
    ];
    const where = words.where === null ? '' : `\nwhere ${words.where}`;
    const head = before === 0 ? this.#head : `${text.slice(0, before)}\n`;
    const sql = `${head}select ${columns.join(',\n  ')}\nfrom ${words.from}${where}`;
    const rows = this.#queries.push({ sql, keys: keys.length, conditions, measures }) - 1;
    const grouped: Grouped = {
      rows,
      keys: keys.length,
      relation: (way) => ({
        names,
        column: (name) => {
          const at = names.indexOf(name);
          const key = keyed.indexOf(at);
          if (at < 0) return nothing;
          if (key >= 0) return { ...nothing, origin: `${way}#${key}` };
          const { val } = targets[at] ?? {};
          const call = aggregatesIn(val);
          const single = call.length === 1 && call[0] ? nameOfCall(call[0]) : null;
          return {
            origin: `${way}.${name}`,
            uses: (aggregates[at] ?? []).map((aggregate) => ({ way, group: grouped, ...aggregate })),
            adds: addsUp(val),
            how: single,
            ...(call.length === 1 && call[0] ? { shares: sharesIn(call[0]) } : {}),
          };
        },
      }),
    };
    return grouped;
  }
}

function shared({ share }: Column): Pick<Column, 'share'> {
  return share ? { share } : {};
}

/** A median of one measure. */
function medianOf(uses: readonly Use[], shares: readonly number[]): Share | null {
  const [use] = uses;
  return use && use.measure !== null && shares.length === 1 && shares[0] === 0.5
    ? { kind: 'middle', rows: use.group.rows, measures: [use.measure] }
    : null;
}

function distinct(operands: readonly Operand[]): readonly Operand[] {
  return [...new Map(operands.map((operand) => [JSON.stringify(operand), operand])).values()];
}

export interface ReturnedColumn {
  readonly name: string;
  readonly type: ValueType;
}

/** The figures of a query among the columns that it returns; null of what is no single select. */
export async function readFigures(
  sql: string,
  counts: Counts,
  returned: readonly ReturnedColumn[],
): Promise<Figures | null> {
  const tree = await readTree(sql);
  return tree && new Reading(tree, counts, usesLines(sql)).figures(returned);
}
