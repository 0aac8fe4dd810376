// From the words of an address to what is done with them. React-free.
import { type Criterion, isOperator } from '#src/core/entity.ts';
import { isJsonObject } from '#src/core/values.ts';
import { type ProxyList, recordKey } from './link.ts';

/** What the address says. */
export interface Asked {
  readonly kind: string;
  readonly action: string;
  readonly related: string;
  readonly field: string;
  readonly values: readonly string[];
  readonly criteria: string;
  readonly search: string;
}

export type Plan =
  | { readonly do: 'open'; readonly to: string }
  | { readonly do: 'search'; readonly list: ProxyList; readonly criteria: readonly Criterion[] }
  /** The criteria of a stored search are searched. */
  | { readonly do: 'again'; readonly list: ProxyList; readonly search: string }
  | { readonly do: 'refuse'; readonly message: string };

const resultAction = 'result';
const wholeNumber = /^\d{1,15}$/;

export function planOf(asked: Asked, lists: readonly ProxyList[]): Plan {
  const list = lists.find(({ prefix }) => prefix === asked.kind);
  if (!list) {
    const known = lists.map(({ prefix }) => prefix).join(', ');
    return { do: 'refuse', message: `"${asked.kind}" cannot be searched. What can be searched: ${known}.` };
  }
  const index: Plan = { do: 'open', to: indexOf(list) };
  if (asked.action !== '' && asked.action !== resultAction) return index;
  if (asked.search !== '') return { do: 'again', list, search: asked.search };
  try {
    const criteria = criteriaOf(asked, list);
    return criteria.length === 0 ? index : searchOf(list, criteria);
  } catch (thrown) {
    return { do: 'refuse', message: thrown instanceof Error ? thrown.message : String(thrown) };
  }
}

/** A search for one id alone is the record itself. */
export function searchOf(list: ProxyList, criteria: readonly Criterion[]): Plan {
  const [only, second] = criteria;
  if (only && !second && only.fld === recordKey && (only.op === 'eq' || only.op === 'oneof')) {
    const ids: readonly unknown[] = Array.isArray(only.val) ? only.val : [only.val];
    const [id, other] = new Set(ids);
    if (other === undefined && (typeof id === 'number' || typeof id === 'string'))
      return { do: 'open', to: `/${list.prefix}/${encodeURIComponent(String(id))}` };
  }
  return { do: 'search', list, criteria };
}

export function indexOf({ prefix }: ProxyList): string {
  return `/${prefix}/index`;
}

export function resultOf({ prefix }: ProxyList, hash: string): string {
  return `/${prefix}/result/${encodeURIComponent(hash)}`;
}

/** Everything that the address names must hold. */
function criteriaOf(asked: Asked, list: ProxyList): readonly Criterion[] {
  return [
    ...(asked.criteria === '' ? [] : readCriteria(asked.criteria)),
    ...(asked.related === '' ? [] : [oneOf(list.related, listed(asked.related), list)]),
    ...(asked.field === '' ? [] : [oneOf(asked.field, asked.values, list)]),
  ];
}

function listed(text: string): readonly string[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

function oneOf(fld: string, texts: readonly string[], list: ProxyList): Criterion {
  const type = list.fields[fld]?.type ?? 'text';
  const search = list.fields[fld]?.search ?? [];
  const val = [...new Set(texts)].map((text) => typed(text, type, fld));
  if (val.length === 0) throw new Error(`The address names no value for "${fld}".`);
  // A field that cannot be asked for several values is asked for the one.
  if (val.length === 1 && !search.includes('oneof') && search.includes('eq'))
    return { fld, op: 'eq', val: val[0] };
  return { fld, op: 'oneof', val };
}

function typed(text: string, type: string, fld: string): string | number | boolean {
  if (type === 'boolean' && (text === 'true' || text === 'false')) return text === 'true';
  if (type !== 'integer' && type !== 'number') return text;
  const number = type === 'integer' && !wholeNumber.test(text.replace(/^-/, '')) ? Number.NaN : Number(text);
  if (text === '' || !Number.isFinite(number))
    throw new Error(`"${text}" is no ${type === 'integer' ? 'whole ' : ''}number, as "${fld}" needs it.`);
  return number;
}

function readCriteria(text: string): readonly Criterion[] {
  const broken = 'The criteria in the address cannot be read. Open the search again from where it came.';
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    throw new Error(broken);
  }
  if (!Array.isArray(list)) throw new Error(broken);
  return list.map((entry: unknown): Criterion => {
    if (!isJsonObject(entry) || typeof entry.fld !== 'string') throw new Error(broken);
    const { op } = entry;
    if (!isOperator(op)) throw new Error(broken);
    return entry.val === undefined ? { fld: entry.fld, op } : { fld: entry.fld, op, val: entry.val };
  });
}
