import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../../database/errors.ts';
import type { OperationHandler } from '../../operation.ts';
import { Problem } from '../../problem.ts';

/** The name is held to words between slashes by the operation's schema, so it leads nowhere else. */
export const handler: OperationHandler<'help.get'> = async ({ context, query: { page } }) => {
  const path = join(context.config.root, 'docs/help', ...`${page}.md`.split('/'));
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') throw new Problem('not-found', `There is no help page "${page}".`);
    throw error;
  });
  return { page, text };
};
