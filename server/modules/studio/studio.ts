// What the studio's operations share: which definition is meant, in which state it is, what differs.
import { createTwoFilesPatch } from 'diff';
import type { Diagnostic } from '#src/core/diagnostic.ts';
import { type Change, differenceOf } from '#src/core/difference.ts';
import { isJsonObject, type Json } from '#src/core/values.ts';
import type { Context } from '../../context.ts';
import { isPublishable, kindAt, type StudioKind } from '../../definitions/kinds.ts';
import { type Draft, textHash, type Version } from '../../definitions/published.ts';
import { Problem } from '../../problem.ts';

export type State = 'file' | 'draft' | 'published' | 'drifted' | 'broken' | 'removed';

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
  if (!published && !file) return 'removed';
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
