// Schemas for editors outside the application: what exists in this checkout, written where .vscode/settings.json looks.
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definitionKinds } from '#src/core/check/language.ts';
import { editorNames, type QueryColumns } from './editor-names.ts';
import { editorSchemaFor } from './editor-schema.ts';
import { type DefinitionFile, readHelpPages } from './files.ts';
import { readMeta } from './prepare.ts';

export const overlayFolder = 'var/editor';

function textOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

/** Writes the schema of every kind of definition under `root`; answers the files that changed. */
export function writeOverlay(
  root: string,
  files: readonly DefinitionFile[],
  columns: QueryColumns,
): readonly string[] {
  const names = editorNames(files, columns, readHelpPages(root));
  const meta = readMeta(root);
  mkdirSync(join(root, overlayFolder), { recursive: true });
  return definitionKinds.flatMap((kind) => {
    const path = `${overlayFolder}/${kind}.schema.json`;
    const place = join(root, path);
    const text = JSON.stringify(editorSchemaFor(kind, meta, names));
    // An editor reads a schema anew when its file changes.
    if (textOf(place) === text) return [];
    writeFileSync(`${place}.${process.pid}`, text);
    renameSync(`${place}.${process.pid}`, place);
    return [path];
  });
}
