import { kindOf } from '#src/core/prepare.ts';

export type StudioKind = NonNullable<ReturnType<typeof kindOf>>;

/**
 * Kinds that may be published. Entities, operations and the dictionary decide what the server reads, writes and
 * allows, so they change with the code alone; expectations are tests.
 */
const publishable: ReadonlySet<string> = new Set(['screen', 'menu', 'codes', 'form', 'fragment', 'action']);

export function isPublishable(kind: string): boolean {
  return publishable.has(kind);
}

/** Paths that a definition may have: no dots, no empty steps, a folder that is read. */
const pathPattern =
  /^(?:screens|schemas\/(?:codes|forms|entities|operations))\/(?:[a-z0-9][A-Za-z0-9_.-]*\/)*[a-z0-9][A-Za-z0-9_.-]*\.json$/;

/** The kind of the definition at a path; null where no definition may lie. */
export function kindAt(path: string): StudioKind | null {
  return path === 'schemas/terms.json' || (pathPattern.test(path) && !path.includes('..'))
    ? kindOf(path)
    : null;
}
