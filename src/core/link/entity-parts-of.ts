import type {
  AgreedPage,
  Alike,
  ComputedValue,
  CopiedFrom,
  EntityView,
  KeptPage,
  Life,
  Lookup,
  Move,
  NumberSeries,
  Position,
  Told,
} from '../entity-parts.ts';
import { readsOf } from '../expressions/reads.ts';
import type { LinkedExpression } from '../linked.ts';
import type { Json, JsonObject } from '../values.ts';
import { list, number, object, text, texts } from './json-values.ts';

/** As the meta-schema says. */
const usualMetres = 500;

function expression(value: Json | undefined, returns: LinkedExpression['returns']): LinkedExpression {
  return { $expr: text(value) ?? '', over: 'form', returns };
}

export function computedOf(field: JsonObject): ComputedValue | null {
  if (typeof field.value !== 'string') return null;
  const expr = expression(field.value, computedType(field));
  return { expr, reads: readsOf(expr), stored: field.stored !== false };
}

export function computedType({ type }: JsonObject): LinkedExpression['returns'] {
  if (type === 'boolean') return 'boolean';
  return type === 'integer' || type === 'number' ? 'number' : 'text';
}

export function copiedOf({ from }: JsonObject): CopiedFrom | null {
  const { ref, field, reread } = object(from);
  return typeof ref === 'string' && typeof field === 'string'
    ? { ref, field, reread: reread === true }
    : null;
}

export function numberOf(field: JsonObject): NumberSeries | null {
  if (field.number === undefined) return null;
  const { prefix, per, digits } = object(field.number);
  return { prefix: text(prefix) ?? '', per: text(per), digits: number(digits) ?? 1 };
}

export function lifeOf(json: JsonObject): Life | null {
  if (json.life === undefined) return null;
  const life = object(json.life);
  return {
    field: text(life.field) ?? '',
    start: text(life.start) ?? '',
    end: texts(life.end),
    locked: texts(life.locked),
    ...reopensOf(life),
    moves: list(life.moves).map((given) => moveOf(object(given))),
  };
}

function reopensOf({ reopens }: JsonObject): Pick<Life, 'reopens'> {
  if (reopens === undefined) return {};
  const { from, to, fields } = object(reopens);
  return { reopens: { from: texts(from), to: text(to) ?? '', fields: texts(fields) } };
}

export function toldOf(json: JsonObject): readonly Told[] {
  return list(json.tells).flatMap((given) => {
    const { field, type, reader } = object(given);
    return type === 'SUPPASND' || type === 'ANLYASND' || type === 'STGECHGD'
      ? [{ field: text(field) ?? '', type, reader: text(reader) ?? '' }]
      : [];
  });
}

function moveOf(move: JsonObject): Move {
  const { tone } = move;
  return {
    id: text(move.id) ?? '',
    title: text(move.title) ?? '',
    from: texts(move.from),
    to: text(move.to) ?? '',
    needs: text(move.needs),
    check: move.check === undefined ? null : expression(move.check, 'boolean'),
    message: text(move.message),
    notBy: typeof move.notBy === 'string' ? [move.notBy] : texts(move.notBy),
    runs: text(move.runs),
    notify: text(move.notify),
    tone: tone === 'primary' || tone === 'success' || tone === 'warning' || tone === 'danger' ? tone : null,
    ...(move.together === true ? { together: true } : {}),
    ...(move.hand === false ? { hand: false } : {}),
    ...(move.keeps === undefined ? {} : { keeps: keptOf(object(move.keeps)) }),
    ...(move.agrees === undefined ? {} : { agrees: agreedOf(object(move.agrees)) }),
  };
}

function keptOf({ screen, params }: JsonObject): KeptPage {
  const filled = Object.entries(object(params)).map(([param, field]) => [param, text(field) ?? ''] as const);
  return { screen: text(screen) ?? '', params: Object.fromEntries(filled) };
}

function agreedOf(json: JsonObject): AgreedPage {
  return { ...keptOf(json), data: text(json.data) ?? '' };
}

export function lookupOf({ lookup }: JsonObject): Lookup | null {
  if (lookup === undefined) return null;
  const { search, show } = object(lookup);
  return { search: texts(search), show: texts(show) };
}

export function viewsOf({ views }: JsonObject): readonly EntityView[] {
  return list(views).map((given) => {
    const { id, title, columns, sort } = object(given);
    return { id: text(id) ?? '', title: text(title) ?? '', columns: texts(columns), sort: texts(sort) };
  });
}

export function alikeOf(json: JsonObject): readonly Alike[] {
  return list(json.alike).map((given): Alike => {
    const { title, fields, near } = object(given);
    const about = object(near);
    return {
      title: text(title) ?? '',
      fields: texts(fields),
      near: near === undefined ? null : { field: text(about.field) ?? '', share: number(about.share) ?? 0 },
    };
  });
}

export function positionOf({ position }: JsonObject): Position | null {
  if (position === undefined) return null;
  const { lat, lon, near, metres } = object(position);
  return {
    lat: text(lat) ?? '',
    lon: text(lon) ?? '',
    near: texts(near),
    metres: number(metres) ?? usualMetres,
  };
}
