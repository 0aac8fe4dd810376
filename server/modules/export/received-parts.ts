// Files that were received and go back with what the office says of their lines.
import type { DatabaseClient } from '../../database/client.ts';
import type { ReadyExport } from '../../definitions/definitions.ts';
import { Problem } from '../../problem.ts';
import { explainedFile } from '../vat/explained-file.ts';
import { askOf, type ExportValues } from './asked.ts';
import type { Part } from './export-file.ts';

export async function receivedParts(
  client: DatabaseClient,
  type: ReadyExport,
  values: ExportValues,
): Promise<{ readonly parts: readonly Part[]; readonly lines: number }> {
  const query = askOf(type, type.received ?? '', values);
  const { rows } = await client.query<{ file: number }>(query.text, query.values);
  const parts: Part[] = [];
  let lines = 0;
  for (const id of new Set(rows.map(({ file }) => Number(file)))) {
    const file = await explainedFile(client, id);
    if (!file) throw new Problem('refused', `${type.title}: file ${id} is not whole for you to see.`);
    const taken = parts.some(({ name }) => name === file.name);
    parts.push({ name: taken ? `${id}-${file.name}` : file.name, bytes: file.bytes });
    lines += file.lines;
  }
  return { parts, lines };
}
