import { readFileSync } from 'node:fs';

/** A report's SQL with `:name` turned into `$n`, and the names in that order. */
export function positional(sql: string): { readonly text: string; readonly names: readonly string[] } {
  const names: string[] = [];
  const code = sql.replace(/--.*$/gm, '');
  const text = code.replace(/(?<!:):([a-z_][a-z0-9_]*)/g, (_, name: string) => {
    if (!names.includes(name)) names.push(name);
    return `$${names.indexOf(name) + 1}`;
  });
  return { text, names };
}

export const readReport = (name: string) =>
  positional(readFileSync(new URL(`../../screens/report/${name}.sql`, import.meta.url), 'utf8'));
