// What the studio's operations share: which definition is meant, in which state it is, how it is put in force.
import { createTwoFilesPatch } from 'diff';
import type { Diagnostic } from '#src/core/diagnostic.ts';
import { type Change, differenceOf } from '#src/core/difference.ts';
import { isJsonObject, type Json } from '#src/core/values.ts';
import type { Context } from '../context.ts';
import type { OwnerClient } from '../database/client.ts';
import type { Caller } from '../operation.ts';
import { Problem } from '../problem.ts';
import { writeAudit } from '../query/record-save.ts';
import { isPublishable, kindAt, type StudioKind } from './kinds.ts';
import { type Draft, holdPublishing, textHash, type Version, type VersionAction } from './published.ts';

export type State = 'file' | 'draft' | 'published' | 'drifted' | 'broken';

/** The kind at a path, or the refusal of a path where no definition may lie. */
export function knownKind(path: string): StudioKind {
  const kind = kindAt(path);
  if (kind === null)
    throw new Problem(
      'not-found',
      `No definition can lie at "${path}". Name a .json file under screens or schemas.`,
    );
  return kind;
}

export function publishableKind(path: string): StudioKind {
  const kind = knownKind(path);
  if (!isPublishable(kind))
    throw new Problem(
      'refused',
      `"${path}" is no kind that can be published: it decides what the server reads and allows. Change it in the repository.`,
    );
  return kind;
}

export interface InForce {
  readonly file: { readonly text: string; readonly hash: string } | null;
  readonly version: Version | null;
  /** Text in force: the published one, else the file's. */
  readonly text: string | null;
  readonly hash: string | null;
}

export function inForce(path: string, context: Context): InForce {
  const { files, versions } = context.studio.standing();
  const bytes = files.get(path)?.bytes;
  const text = bytes ? Buffer.from(bytes).toString('utf8') : null;
  const file = text === null ? null : { text, hash: textHash(text) };
  const version = versions.get(path) ?? null;
  const published = version?.content ?? null;
  return {
    file,
    version,
    text: published ?? text,
    hash: published === null ? (file?.hash ?? null) : (version?.hash ?? null),
  };
}

export function findingsAt(path: string, context: Context): readonly Diagnostic[] {
  return (
    context.studio.standing().refused.get(path) ??
    context.definitions.current().diagnostics.filter(({ file }) => file === path)
  );
}

export function stateOf(path: string, draft: Draft | null, context: Context): State {
  const { file, version } = inForce(path, context);
  if (findingsAt(path, context).some(({ severity }) => severity === 'error')) return 'broken';
  const published = version?.content ? version : null;
  if (published && published.file_hash !== (file?.hash ?? null)) return 'drifted';
  if (draft) return 'draft';
  return published ? 'published' : 'file';
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** Sentences and unified text; a text that is no JSON has no sentences. */
export function differenceBetween(
  path: string,
  from: string | null,
  to: string | null,
  names: readonly [string, string],
): { readonly text: string; readonly changes: readonly Change[] } {
  const [before, after] = [parsed(from ?? 'null'), parsed(to ?? 'null')];
  return {
    text: createTwoFilesPatch(`${path} (${names[0]})`, `${path} (${names[1]})`, from ?? '', to ?? ''),
    changes: isJsonObject(before) && isJsonObject(after) ? differenceOf(before, after) : [],
  };
}

/** The refusal of a person whose base is no longer in force, with what changed. */
export function stale(
  path: string,
  current: { readonly text: string | null; readonly hash: string | null; readonly version: number | null },
  yours: string | null,
): Problem {
  return new Problem('stale', undefined, {
    details: {
      current: { hash: current.hash, version: current.version },
      difference: differenceBetween(path, current.text, yours, ['in force', 'yours']),
    },
  });
}

interface Put {
  readonly path: string;
  readonly action: VersionAction;
  /** Null withdraws what was published. */
  readonly content: string | null;
  /** What the person saw in force when they began. */
  readonly baseHash: string | null;
  readonly note: string;
}

/**
 * Writes a new version after all checks, and puts it in force. Throws `stale` when something else was put in force
 * since, with the difference; `definition-refused` with the findings.
 */
export async function putInForce(
  put: Put,
  caller: Caller,
  context: Context,
  alongside: (client: OwnerClient) => Promise<void> = async () => {},
): Promise<{ readonly version: number; readonly hash: string | null }> {
  const { path, content } = put;
  publishableKind(path);
  // What another process has published since is taken up before anything is compared with it.
  await context.studio.reload();
  if (content !== null) await refuseMistakes(path, content, caller, context);
  const written = await context.database.owner(async (client) => {
    await holdPublishing(client);
    const { rows } = await client.query<{ version: number; hash: string | null; content: string | null }>(
      'select version, hash, content from definition_version where path = $1::text order by version desc limit 1',
      [path],
    );
    const newest = rows[0];
    const { file } = inForce(path, context);
    const current = newest?.content != null ? newest.content : (file?.text ?? null);
    const currentHash = newest?.content != null ? newest.hash : (file?.hash ?? null);
    if (currentHash !== put.baseHash)
      throw stale(
        path,
        { text: current, hash: currentHash, version: newest?.version ?? null },
        content ?? file?.text ?? null,
      );
    const version = (newest?.version ?? 0) + 1;
    const hash = content === null ? null : textHash(content);
    const inserted = await client.query<{ id: number }>(
      `insert into definition_version (path, version, action, content, hash, file_hash, note, created_by)
       values ($1::text, $2::integer, $3::text, $4::text, $5::text, $6::text, $7::text, $8::bigint) returning id`,
      [path, version, put.action, content, hash, file?.hash ?? null, put.note, caller.id],
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
  context.log.security('definition', { user: caller.id, path, action: put.action, version: written.version });
  await context.studio.reload();
  return written;
}

async function refuseMistakes(
  path: string,
  content: string,
  caller: Caller,
  context: Context,
): Promise<void> {
  const { findings, elsewhere } = await context.studio.attempt(path, content);
  const errors = [...findings.filter(({ severity }) => severity === 'error'), ...elsewhere];
  if (errors.length === 0) return;
  context.log.security('definition-refused', {
    user: caller.id,
    path,
    rules: errors.map(({ rule }) => rule),
  });
  const first = errors[0];
  throw new Problem(
    'definition-refused',
    `The definition was not published. ${first?.file === path ? `Line ${first.line}` : first?.file}: ${first?.message}`,
    { details: { findings: [...findings, ...elsewhere] } },
  );
}
