// Files of an older format, saved anew in the engine's.
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { readDefinitionFiles } from '#server/definitions/files.ts';
import { currentFormat, migrated } from '#src/core/migrations/migrate.ts';
import { kindOf } from '#src/core/prepare.ts';
import type { Json } from '#src/core/values.ts';
import { formatted } from './fmt.ts';
import { UsageError, type Verb } from './verb.ts';

export const migrateVerb: Verb = {
  name: 'migrate',
  usage: '[--write] [FILE…]',
  summary: 'Brings definitions of an older format up to date.',
  details: [
    'Without files all screens, fragments and shared actions. Tells what would change; --write saves it.',
    'Older definitions are drawn all the same; what is published on a server stays as it is.',
  ],
  run: async (args, { root, out }) => {
    const wrong = args.find((arg) => arg.startsWith('-') && arg !== '--write');
    if (wrong) throw new UsageError(`"${wrong}" is no option of migrate.`);
    const named = args
      .filter((arg) => !arg.startsWith('-'))
      .map((file) => relative(root, resolve(file)).replaceAll('\\', '/'));
    const paths = named.length > 0 ? named : readDefinitionFiles(root).map(({ path }) => path);
    let older = 0;
    for (const path of paths) {
      const kind = kindOf(path);
      if (kind !== 'screen' && kind !== 'fragment' && kind !== 'action') continue;
      const { json, from, changes } = migrated(JSON.parse(readFileSync(join(root, path), 'utf8')) as Json);
      if (from === null || from >= currentFormat) continue;
      older += 1;
      out(`${path}: format ${from} → ${currentFormat}`);
      for (const change of changes) out(`  ${change}`);
      if (args.includes('--write'))
        writeFileSync(join(root, path), formatted(root, path, JSON.stringify(json)));
    }
    if (older === 0) out(`Every definition has the format ${currentFormat}.`);
    else if (!args.includes('--write')) out('Nothing is written; --write saves them.');
    return 0;
  },
};
