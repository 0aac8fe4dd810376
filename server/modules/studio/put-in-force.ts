// The one way by which a text comes into force: checked, compared, written with its reason, then served.

import { type Caller, whoOf } from '../../access/caller.ts';
import type { Context } from '../../context.ts';
import { writeAudit } from '../../database/audit.ts';
import type { DatabaseClient } from '../../database/client.ts';
import { holdPublishing, newestMark, textHash, type VersionAction } from '../../definitions/published.ts';
import { Problem } from '../../problem.ts';
import { inForce, publishableKind, stale } from './studio.ts';

interface Put {
  readonly path: string;
  readonly action: VersionAction;
  /** Null withdraws what was published. */
  readonly content: string | null;
  /** What the person saw in force when they began. */
  readonly baseHash: string | null;
  readonly note: string;
}

interface Written {
  readonly version: number;
  readonly hash: string | null;
}

/** Others may publish between the check and the writing; after so many rounds the person is asked to try again. */
const mostRounds = 20;

/**
 * Writes a new version after all checks, and puts it in force. Throws `stale` when something else was put in force
 * since, with the difference; `definition-refused` with the findings.
 */
export function putInForce(
  put: Put,
  caller: Caller,
  context: Context,
  alongside: (client: DatabaseClient) => Promise<void> = async () => {},
): Promise<Written> {
  publishableKind(put.path);
  return context.studio.inTurn(() => checkAndWrite(put, caller, context, alongside));
}

async function checkAndWrite(
  put: Put,
  caller: Caller,
  context: Context,
  alongside: (client: DatabaseClient) => Promise<void>,
): Promise<Written> {
  let written: Written | null = null;
  for (let round = 0; written === null; round++) {
    if (round === mostRounds)
      throw new Problem('conflict', 'Others publish at this moment. Publish again in a minute.');
    // What anyone has published since is taken up before anything is compared with it or checked beside it.
    await context.studio.catchUp();
    compare(put, context);
    await refuseMistakes(put, caller, context);
    written = await write(put, caller, context, alongside);
  }
  const { path, action } = put;
  context.log.security('definition', { user: caller.id, path, action, version: written.version });
  // It is published whatever happens now; each process looks again within seconds.
  await context.studio.reload().catch((error: unknown) => context.log.failure('definitions', error));
  return written;
}

function compare(put: Put, context: Context): void {
  const { path, content, baseHash } = put;
  const { file, version, text, hash } = inForce(path, context);
  if (hash !== baseHash)
    throw stale(path, { text, hash, version: version?.version ?? null }, content ?? file?.text ?? null);
  if (content === null && !version?.content)
    throw new Problem('not-found', `Nothing of "${path}" is published: its file is in force already.`);
}

/** Null when somebody published since the checks: they are to be made again beside that. */
function write(
  put: Put,
  caller: Caller,
  context: Context,
  alongside: (client: DatabaseClient) => Promise<void>,
): Promise<Written | null> {
  const { path, content, action, note } = put;
  const { file, version: newest, hash: currentHash } = inForce(path, context);
  const { mark } = context.studio.standing();
  return context.database.write(whoOf(caller), async (client) => {
    await holdPublishing(client);
    if ((await newestMark(client)) !== mark) return null;
    const version = (newest?.version ?? 0) + 1;
    const hash = content === null ? null : textHash(content);
    const inserted = await client.query<{ id: number }>(
      `insert into definition_version (path, version, action, content, hash, file_hash, note, created_by)
       values ($1::text, $2::integer, $3::text, $4::text, $5::text, $6::text, $7::text, $8::bigint) returning id`,
      [path, version, action, content, hash, file?.hash ?? null, note, caller.id],
    );
    await alongside(client);
    await writeAudit(client, caller.id, {
      table: 'definition_version',
      id: Number(inserted.rows[0]?.id),
      action: 'insert',
      fromVersion: newest?.version ?? null,
      fields: { [path]: { old: currentHash, new: hash ?? file?.hash ?? null } },
      forced: false,
      district: null,
      synthetic: false,
    });
    return { version, hash };
  });
}

/** A text may have no errors and give no other definition one; a withdrawal may not either. */
async function refuseMistakes({ path, content }: Put, caller: Caller, context: Context): Promise<void> {
  const { findings, elsewhere } = await context.studio.attempt(path, content);
  const own = content === null ? [] : findings.filter(({ severity }) => severity === 'error');
  const errors = [...own, ...elsewhere];
  const [first] = errors;
  if (!first) return;
  const rules = errors.map(({ rule }) => rule);
  context.log.security('definition-refused', { user: caller.id, path, rules });
  const place = first.file === path ? `Line ${first.line}` : first.file;
  throw new Problem(
    'definition-refused',
    `${content === null ? 'It was not withdrawn' : 'The definition was not published'}. ${place}: ${first.message}`,
    { details: { findings: [...findings, ...elsewhere] } },
  );
}
