/** The text with two spaces to a level, as files of the repository are written; null where it is no JSON. */
export function formatted(text: string): string | null {
  try {
    return `${written(JSON.parse(text), '')}\n`;
  } catch {
    return null;
  }
}

const widest = 110;

/** Short lists of plain values stay on one line. */
function written(value: unknown, indent: string): string {
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    if (value.every((item) => typeof item !== 'object' || item === null)) {
      const line = `[${value.map((item) => JSON.stringify(item)).join(', ')}]`;
      if (line.length + indent.length < widest - 20) return line;
    }
    return `[\n${value.map((item) => inner + written(item, inner)).join(',\n')}\n${indent}]`;
  }
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value);
    if (entries.length === 0) return '{}';
    return `{\n${entries
      .map(([name, item]) => `${inner}${JSON.stringify(name)}: ${written(item, inner)}`)
      .join(',\n')}\n${indent}}`;
  }
  return JSON.stringify(value);
}
