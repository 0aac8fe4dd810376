// Lines `title: side = side` of figures that must agree.
import { Problem } from '../../problem.ts';
import type { ParamValues } from '../../reports/bind-params.ts';

export interface Condition {
  readonly column: string;
  readonly holds: 'is' | 'is-not' | 'contains';
  readonly values: readonly string[];
}

export interface Side {
  readonly page: string;
  /** What is asked otherwise than the report by itself. */
  readonly given: ParamValues;
  readonly source: string;
  /** Rows that do not meet them are left out. */
  readonly where: readonly Condition[];
  /** Of a sum and of what differs; rows have none. */
  readonly column: string;
  readonly figure: 'sum' | 'rows' | 'different';
}

export interface Identity {
  readonly title: string;
  /** Left out for whom a page of it is not. */
  readonly optional: boolean;
  readonly left: Side;
  readonly right: Side;
}

const most = 100;

function typed(value: string): string | number | boolean {
  return value === 'true' || value === 'false'
    ? value === 'true'
    : /^\d+$/.test(value)
      ? Number(value)
      : value;
}

const named = ([name = '', value = '']: readonly string[]) => [name, typed(value)] as const;
const meanings = { ':': 'is', '!': 'is-not', '~': 'contains' } as const;

function conditionOf(text: string): Condition | null {
  const [, column, mark, values] = /^([a-z0-9_]+)([:!~])([^:!~]+)$/.exec(text.trim()) ?? [];
  const holds = mark === ':' || mark === '!' || mark === '~' ? meanings[mark] : null;
  return column && holds && values ? { column, holds, values: values.split('|') } : null;
}

function sideOf(text: string): Side {
  const [, page, given = '', source, where = '', column] =
    /^([a-z0-9/-]+)(?:\?((?:[a-z_]+:\w+,?)+))?\.([a-zA-Z0-9_]+)(?:\[([^\]]+)\])?\.(#?[a-z0-9_]+|#)$/.exec(
      text.trim(),
    ) ?? [];
  const conditions = where === '' ? [] : where.split(',').map(conditionOf);
  if (!page || !source || !column || conditions.includes(null))
    throw new Problem('invalid-request', `"${text.trim().slice(0, 80)}" is no page.source.column.`);
  return {
    page,
    given: Object.fromEntries(given.split(',').flatMap((pair) => (pair ? [named(pair.split(':'))] : []))),
    source,
    where: conditions.filter((condition) => condition !== null),
    column: column.replace('#', ''),
    figure: column === '#' ? 'rows' : column.startsWith('#') ? 'different' : 'sum',
  };
}

/**
 * More than two sides are as many identities with the first. Those of `title?:` are only for people who may see every page of
 * them.
 */
export function identitiesOf(text: string): readonly Identity[] {
  const lines = text.split(';').filter((line) => line.trim() !== '');
  const identities = lines.flatMap((line) => {
    const at = line.indexOf(':');
    const [left, ...rights] = line
      .slice(at + 1)
      .split('=')
      .map(sideOf);
    if (at < 1 || !left || rights.length === 0)
      throw new Problem('invalid-request', `"${line.trim().slice(0, 80)}" is no identity of two sides.`);
    const head = line.slice(0, at).trim();
    const optional = head.endsWith('?');
    const title = optional ? head.slice(0, -1) : head;
    return rights.map((right) => ({ title, optional, left, right }));
  });
  if (identities.length > most)
    throw new Problem(
      'invalid-request',
      `${identities.length} identities are asked for, and ${most} are the most.`,
    );
  return identities;
}
