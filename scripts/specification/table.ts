// docs/specification-coverage.md: what the specification says, row by row, and the test that proves it.
import type { Row } from './rows.ts';

/** What stands in the last cell: tests as `file › title`, or `open: what work brings it`. */
export type Proofs = ReadonlyMap<string, string>;

export interface Reference {
  readonly file: string;
  readonly title: string;
}

const separator = '<br>';
const intro = `# Specification coverage

Every sentence, cell, quoted text and route of the specification, and the test that proves it. The rows are made from the
specification's text by \`npm run coverage\`, which keeps the last column; \`tests/specification/coverage.test.ts\` fails when
a sentence has no row, a row has no test, a test is gone, a text of a page is spelled by no browser test, or an address is
neither a definition's nor in its test. \`open\` marks rows of work that is still to come, and of which.
`;

/** Names what follows it: the first cell of a table's row, a sentence that ends in a colon. */
function isHeading({ kind, words }: Row): boolean {
  return kind === 'cell' ? !words.includes(' · ') : kind === 'sentence' && words.endsWith(':');
}

/** The rows that say something, each once: no heading, and no text or address that stood before. */
export function statementsOf(rows: readonly Row[]): readonly Row[] {
  const said = new Set<string>();
  return rows.filter((row) => {
    const key = row.kind === 'sentence' || row.kind === 'cell' ? row.id : row.words.toLowerCase();
    if (isHeading(row) || said.has(key)) return false;
    said.add(key);
    return true;
  });
}

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The table in Markdown; a row without proof says \`missing\`. */
export function tableOf(rows: readonly Row[], proofs: Proofs): string {
  const statements = statementsOf(rows);
  const open = statements.filter(({ id }) => proofs.get(id)?.startsWith('open')).length;
  const lines = [
    intro,
    `${statements.length} statements, ${statements.length - open} proven, ${open} open. The other ${rows.length - statements.length} of ${rows.length} rows are headings or repeat a text.`,
  ];
  let place = '';
  for (const row of rows) {
    if (row.place !== place) {
      place = row.place;
      lines.push('', `## ${place}`, '', '| Row | The specification says | Proof |', '|---|---|---|');
    }
    lines.push(`| \`${row.id}\` | ${escaped(row.words)} | ${proofs.get(row.id) ?? 'missing'} |`);
  }
  return `${lines.join('\n')}\n`;
}

/** The last column of a written table, by row id. */
export function proofsOf(markdown: string): Proofs {
  const proofs = new Map<string, string>();
  for (const line of markdown.split('\n')) {
    const [, id, proof] = /^\| `([\w-]+)` \| .* \| (.+) \|$/.exec(line) ?? [];
    if (id && proof && proof !== 'missing') proofs.set(id, proof);
  }
  return proofs;
}

/** The tests that a proof names; none when it is open. */
export function referencesOf(proof: string): readonly Reference[] {
  if (proof.startsWith('open')) return [];
  return proof.split(separator).map((part) => {
    const [file = '', title = ''] = part.trim().split(' › ');
    return { file, title };
  });
}
