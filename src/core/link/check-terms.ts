// A term is one computation: columns of two queries that share one are computed alike, or the second is a finding.

import { type CheckedScreen, diagnosticOf } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { baseName, under } from '../pointer.ts';
import { isJsonObject } from '../values.ts';
import type { Catalog, QueryFacts } from './catalog.ts';

interface Meaning {
  readonly computed: string;
  readonly query: string;
}

function queryOf(
  source: { readonly [key: string]: unknown },
  screenId: string,
  catalog: Catalog,
): QueryFacts | null {
  if (typeof source.sql === 'string') return catalog.query(screenId, source.sql);
  return typeof source.query === 'string' ? (catalog.queries.get(source.query)?.facts ?? null) : null;
}

/** Which term a column of a source is: the one that the source says, else the one of its name. */
export function termOf(fields: unknown, column: string): string {
  const own = isJsonObject(fields) ? fields[column] : undefined;
  return isJsonObject(own) && typeof own.term === 'string' ? own.term : column;
}

export function twoMeanings(checked: readonly CheckedScreen[], catalog: Catalog): readonly Diagnostic[] {
  const known = new Map<string, Meaning>();
  const diagnostics: Diagnostic[] = [];
  for (const { json, loaded } of checked) {
    for (const [id, source] of Object.entries(isJsonObject(json.data) ? json.data : {})) {
      if (!isJsonObject(source)) continue;
      const facts = queryOf(source, String(json.id), catalog);
      for (const [column, { computed }] of Object.entries(facts?.figures?.columns ?? {})) {
        const term = termOf(source.fields, column);
        if (!facts || computed === undefined || !catalog.terms.has(term)) continue;
        const query = baseName(facts.file);
        const before = known.get(term);
        if (before === undefined) known.set(term, { computed, query });
        else if (before.computed !== computed)
          diagnostics.push(
            diagnosticOf(loaded, {
              pointer: under('/data', id),
              rule: 'term-meanings',
              message: `The term "${term}" is ${before.computed} in ${before.query}, and ${computed} in "${column}" of ${query}. Give this column a term of its own in "fields".`,
            }),
          );
      }
    }
  }
  return diagnostics;
}
