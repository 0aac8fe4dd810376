// Which named queries a query reads, and what follows from it.
import type { Diagnostic } from '../diagnostic.ts';
import { suggest } from '../suggest.ts';
import type { Catalog, QueryFacts, QueryParam } from './catalog.ts';

export function queryError({ file, error }: QueryFacts): Diagnostic {
  return {
    file,
    line: error?.line ?? 1,
    column: error?.column ?? 1,
    severity: 'error',
    rule: 'query-error',
    message: `The database refuses the query: ${error?.message ?? ''}.`,
    pointer: '',
  };
}

/** What a query says to use: queries that are there, and none that leads back to itself. */
export function checkUses(facts: QueryFacts, id: string | null, catalog: Catalog): readonly Diagnostic[] {
  return (facts.uses ?? []).flatMap(({ name, line, column }) => {
    const place = { file: facts.file, line, column, severity: 'error' as const, pointer: '' };
    if (!catalog.queries.has(name)) {
      const near = suggest(name, catalog.queries.keys());
      const remedy = near ?? `Write schemas/queries/${name}.json and ${name}.sql.`;
      return [
        { ...place, rule: 'unknown-query', message: `There is no query "${name}".`, suggestion: remedy },
      ];
    }
    const circle = id === null ? null : wayTo(id, name, [id], catalog);
    return circle
      ? [
          {
            ...place,
            rule: 'query-cycle',
            message: `The query calls itself: ${circle.join(' → ')}. Take one of these uses out.`,
          },
        ]
      : [];
  });
}

function wayTo(
  end: string,
  from: string,
  way: readonly string[],
  catalog: Catalog,
): readonly string[] | null {
  const now = [...way, from];
  if (from === end) return now;
  // A circle further on is told where it is.
  if (way.includes(from)) return null;
  for (const { name } of catalog.queries.get(from)?.facts?.uses ?? []) {
    const found = wayTo(end, name, now, catalog);
    if (found) return found;
  }
  return null;
}

/** Whether a parameter that only a used query reads may be left without a value. */
export function isOptional(name: string, facts: QueryFacts, catalog: Catalog): boolean {
  const seen = new Set<string>();
  const readers: QueryParam[] = [];
  const visit = (uses: QueryFacts['uses']): void => {
    for (const { name: used } of uses ?? []) {
      const query = seen.has(used) ? undefined : catalog.queries.get(used);
      seen.add(used);
      readers.push(...(query?.params ?? []).filter(({ id }) => id === name));
      visit(query?.facts?.uses);
    }
  };
  visit(facts.uses);
  return readers.length > 0 && readers.every(({ required }) => !required);
}
