// Completion with the names of this checkout, for editors that know JSON schemas.
import { join } from 'node:path';
import { overlayFolder, writeOverlay } from '#server/definitions/editor-overlay.ts';
import { createFactsReader } from '#server/definitions/facts.ts';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { prepareForServing } from '#server/definitions/prepare.ts';
import { databaseFolder } from './check.ts';
import { lazyDatabase } from './lazy-database.ts';
import { UsageError, type Verb } from './verb.ts';

export const overlayVerb: Verb = {
  name: 'overlay',
  usage: '',
  summary: "Writes what an editor completes by: this checkout's names.",
  details: [
    `Into ${overlayFolder}, which .vscode/settings.json lays over the meta-schemas: entities, fields, columns of queries,`,
    '  code tables, operations, permissions, formats, icons, routes and help pages are offered where they are named.',
    'npm run dev does it at its start and after every change.',
  ],
  run: async (args, { root, out }) => {
    if (args.length > 0) throw new UsageError(`"${args[0]}" is not understood.`);
    const dataDir = join(root, 'var', 'check');
    const database = lazyDatabase(root, databaseFolder(dataDir), () => {});
    try {
      const files = readDefinitionFiles(root);
      const facts = createFactsReader(database, { root, dataDir, keepTables: true });
      const { queries } = await prepareForServing(files, facts, root);
      const changed = writeOverlay(root, files, queries);
      for (const path of changed) out(`${path} is written.`);
      if (changed.length === 0) out(`${overlayFolder} is up to date.`);
      return 0;
    } finally {
      await database.close();
    }
  },
};
