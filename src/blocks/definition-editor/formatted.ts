/** The text as files of the repository are laid out: what fits into a line stands in one; null where it is no JSON. */
export function formatted(text: string): string | null {
  try {
    return `${written(JSON.parse(text), 0, 0)}\n`;
  } catch {
    return null;
  }
}

const widest = 110;

/** The value in a line that is indented by `indent` and in which `taken` columns are used, a comma after it counted. */
function written(value: unknown, indent: number, taken: number): string {
  const line = onOneLine(value);
  if (typeof value !== 'object' || value === null || taken + line.length <= widest) return line;
  const list = Array.isArray(value);
  const parts = list
    ? value.map((item) => ['', item] as const)
    : Object.entries(value).map(([name, item]) => [`${JSON.stringify(name)}: `, item] as const);
  const inner = ' '.repeat(indent + 2);
  const lines = parts.map(([key, item], i) => {
    const comma = i < parts.length - 1 ? ',' : '';
    return inner + key + written(item, indent + 2, inner.length + key.length + comma.length) + comma;
  });
  return [list ? '[' : '{', ...lines, ' '.repeat(indent) + (list ? ']' : '}')].join('\n');
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}
