/** Where a pathname leads: the entry whose pattern fits, and the path's parameters, decoded. */
export interface RouteMatch<E> {
  readonly entry: E;
  readonly params: { readonly [id: string]: string };
}

interface Routed {
  readonly route: string;
  readonly alias: readonly string[];
  readonly params: readonly {
    readonly id: string;
    readonly in: 'route' | 'query' | 'fragment';
    readonly type: string;
  }[];
}

function segments(path: string): readonly string[] {
  return path.split('/').filter((segment) => segment !== '');
}

function decode(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** Parameters of `path` under `pattern`, or null when it does not fit. */
export function matchPattern(pattern: string, path: string): { readonly [id: string]: string } | null {
  // A link to `//host` leads out of the application, whatever the pattern would make of it.
  if (!/^\/(?![/\\])/.test(path)) return null;
  const wanted = segments(pattern);
  const given = segments(path);
  if (wanted.length !== given.length) return null;
  const params: { [id: string]: string } = {};
  for (const [i, segment] of wanted.entries()) {
    const value = decode(given[i] ?? '');
    if (value === null) return null;
    if (segment.startsWith(':')) params[segment.slice(1)] = value;
    else if (segment !== value) return null;
  }
  return params;
}

/** Names of the parameters of a pattern, in order. */
export function patternParams(pattern: string): readonly string[] {
  return segments(pattern)
    .filter((segment) => segment.startsWith(':'))
    .map((segment) => segment.slice(1));
}

/** The path with other values of its parameters; null where it fits no pattern. */
export function movedPath(
  patterns: readonly string[],
  path: string,
  values: { readonly [id: string]: unknown },
): string | null {
  for (const pattern of patterns) {
    const params = matchPattern(pattern, path);
    if (!params) continue;
    const moved = segments(pattern).map((segment) => {
      if (!segment.startsWith(':')) return segment;
      const id = segment.slice(1);
      return encodeURIComponent(String(values[id] ?? params[id] ?? ''));
    });
    return `/${moved.join('/')}`;
  }
  return null;
}

// Left to right a literal segment wins over a parameter: `/sale/index` is never read as `/sale/:id`.
function literalFirst(a: string, b: string): number {
  const [left, right] = [segments(a), segments(b)];
  for (let i = 0; i < left.length; i++) {
    const difference = Number(left[i]?.startsWith(':') ?? false) - Number(right[i]?.startsWith(':') ?? false);
    if (difference !== 0) return difference;
  }
  return 0;
}

const wholeNumber = /^(?:0|[1-9]\d{0,14})$/;

/** The screen at `pathname`; null for none, also when a parameter that is a number is given something else. */
export function matchRoute<E extends Routed>(entries: readonly E[], pathname: string): RouteMatch<E> | null {
  const found: { readonly pattern: string; readonly match: RouteMatch<E> }[] = [];
  for (const entry of entries)
    for (const pattern of [entry.route, ...entry.alias]) {
      const params = matchPattern(pattern, pathname);
      if (params) found.push({ pattern, match: { entry, params } });
    }
  found.sort((a, b) => literalFirst(a.pattern, b.pattern));
  const best = found[0]?.match ?? null;
  const broken = best?.entry.params.some(
    (param) =>
      param.in === 'route' && param.type === 'integer' && !wholeNumber.test(best.params[param.id] ?? ''),
  );
  return broken ? null : best;
}
