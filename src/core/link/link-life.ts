import type { Entity } from '../entity.ts';
import { suggest } from '../suggest.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Catalog } from './catalog.ts';
import { list, object, text, texts } from './json-values.ts';
import { knownField, type Report } from './known-field.ts';

type CheckText = (text: Json | undefined, pointer: string, returns: string) => void;

/** A life that can be lived: known states, each reached, and each left unless it is an end. */
export function linkLife(
  json: JsonObject,
  entity: Entity,
  catalog: Catalog,
  report: Report,
  expression: CheckText,
): void {
  const { life } = entity;
  if (!life) return;
  const field = entity.fields[life.field];
  knownField(life.field, '/life/field', entity, report);
  const codes = field?.codes ? catalog.codes.get(field.codes)?.codes.map(({ code }) => code) : undefined;
  if (field && !codes) {
    report(
      '/life/field',
      'life-state',
      `The states of "${life.field}" are not known. Give the field a code table.`,
    );
    return;
  }
  if (!codes) return;
  const state = (name: string, pointer: string) => {
    if (!codes.includes(name))
      report(pointer, 'life-state', `"${name}" is no code of "${field?.codes}".`, suggest(name, codes));
  };
  state(life.start, '/life/start');
  life.end.forEach((name, i) => {
    state(name, `/life/end/${i}`);
  });
  life.locked.forEach((name, i) => {
    state(name, `/life/locked/${i}`);
    if (name === life.start)
      report(
        `/life/locked/${i}`,
        'life-locked',
        `A new record begins in "${name}", where nobody could fill it in. Lock a later state.`,
      );
  });
  const { reopens } = life;
  reopens?.from.forEach((name, i) => {
    state(name, `/life/reopens/from/${i}`);
  });
  if (reopens) state(reopens.to, '/life/reopens/to');
  reopens?.fields.forEach((name, i) => {
    if (!entity.children?.[name]) knownField(name, `/life/reopens/fields/${i}`, entity, report);
  });
  list(object(json.life).moves).forEach((given, i) => {
    const pointer = `/life/moves/${i}`;
    const move = object(given);
    texts(move.from).forEach((name, j) => {
      state(name, `${pointer}/from/${j}`);
    });
    state(text(move.to) ?? '', `${pointer}/to`);
    expression(move.check, `${pointer}/check`, 'boolean');
    knownField(move.notify, `${pointer}/notify`, entity, report);
    if (Array.isArray(move.notBy))
      for (const [at, name] of move.notBy.entries())
        knownField(name, `${pointer}/notBy/${at}`, entity, report);
    else knownField(move.notBy, `${pointer}/notBy`, entity, report);
    for (const [param, name] of Object.entries(object(object(move.keeps).params)))
      knownField(name, `${pointer}/keeps/params/${param}`, entity, report);
    const { permissions } = catalog;
    const { needs } = move;
    if (typeof needs === 'string' && permissions && !permissions.has(needs))
      report(
        `${pointer}/needs`,
        'unknown-permission',
        `Permission "${needs}" is unknown, so nobody has it.`,
        suggest(needs, permissions),
      );
  });
  const reached = new Set([life.start]);
  // As often as there are moves: the longest way takes each once.
  for (const _ of life.moves)
    for (const { from, to } of life.moves) if (from.some((name) => reached.has(name))) reached.add(to);
  for (const name of reached) {
    if (!codes.includes(name) || life.end.includes(name)) continue;
    if (!life.moves.some(({ from }) => from.includes(name)))
      report(
        '/life/moves',
        'life-stuck',
        `No move leaves the state "${name}". Add one, or name it in "end".`,
      );
  }
  const lost = codes.filter((code) => !reached.has(code));
  if (lost.length > 0)
    report(
      '/life/moves',
      'life-unreached',
      `No move leads to ${lost.map((code) => `"${code}"`).join(', ')}.`,
    );
}
