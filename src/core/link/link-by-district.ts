// How what a query answers of several districts is made of what is kept of each.
import type { ByDistrict } from '../linked.ts';
import { baseName, under } from '../pointer.ts';
import { isJsonObject, type JsonObject } from '../values.ts';
import type { QueryFacts } from './catalog.ts';
import type { ScreenLinking } from './screen-linking.ts';

export interface KeptByDistrict {
  readonly byDistrict?: ByDistrict;
  readonly keptQuery?: string;
}

/** What a source says of it, with what is wrong in that. */
export function byDistrictOf(
  facts: QueryFacts | null,
  { byDistrict, over }: JsonObject,
  pointer: string,
  screen: ScreenLinking,
): KeptByDistrict {
  if (byDistrict === undefined) return {};
  const place = under(pointer, 'byDistrict');
  if (over !== undefined)
    screen.report({
      pointer: place,
      rule: 'source-kind',
      message: 'What reads the rows of another source is no query of districts.',
      suggestion: 'Write "byDistrict" beside that source.',
    });
  if (facts && !facts.params.some(({ name }) => name === 'districts'))
    screen.report({
      pointer: place,
      rule: 'source-kind',
      message: `${baseName(facts.file)} does not read ":districts", so its rows are of no district.`,
    });
  if (byDistrict === 'rows' || byDistrict === 'sums') return { byDistrict };
  if (Array.isArray(byDistrict))
    return { byDistrict: columnsOf(byDistrict.map(String), facts, place, screen) };
  if (!isJsonObject(byDistrict)) return {};
  const name = String(byDistrict.query);
  checkKept(name, facts, under(place, 'query'), screen);
  return { keptQuery: name };
}

/** The columns in which those rows agree that are added up. */
function columnsOf(
  names: readonly string[],
  facts: QueryFacts | null,
  place: string,
  screen: ScreenLinking,
): readonly string[] {
  const known = facts?.columns?.map((column) => column.name);
  if (facts && known)
    for (const [i, name] of names.entries()) {
      const absence = `${baseName(facts.file)} answers no column "${name}".`;
      screen.known(name, known, under(place, i), 'unknown-column', absence);
    }
  return names;
}

/** Another query that answers the same is there, has the same columns, and reads no parameter besides. */
function checkKept(name: string, facts: QueryFacts | null, place: string, screen: ScreenLinking): void {
  const { queries } = screen.catalog;
  screen.known(name, queries.keys(), place, 'unknown-query', `There is no query "${name}".`);
  const other = queries.get(name)?.facts;
  if (!facts?.columns || !other?.columns) return;
  const columns = other.columns.map((column) => column.name);
  const params = facts.params.map((param) => param.name);
  const missing = facts.columns.find((column) => !columns.includes(column.name))?.name;
  const besides = other.params.find((param) => !params.includes(param.name))?.name;
  const report = (message: string) => screen.report({ pointer: place, rule: 'source-kind', message });
  if (missing !== undefined) report(`The query "${name}" answers no column "${missing}".`);
  if (besides !== undefined)
    report(`The query "${name}" reads ":${besides}", which ${baseName(facts.file)} does not.`);
}
