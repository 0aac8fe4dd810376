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
a sentence has no row, a row has no test, or a test is gone. \`open\` marks rows of work that is still to come, and of which.
`;

const escaped = (text: string) => text.replaceAll('|', '\\|').replaceAll('<', '&lt;');

/** The table in Markdown; a row without proof says \`missing\`. */
export function tableOf(rows: readonly Row[], proofs: Proofs): string {
  const open = rows.filter(({ id }) => proofs.get(id)?.startsWith('open')).length;
  const lines = [intro, `${rows.length} rows, ${rows.length - open} proven, ${open} open.`];
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
