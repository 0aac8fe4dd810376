import { isJsonObject } from '#src/core/values.ts';
import type { Definitions } from '../definitions/definitions.ts';

interface UploadBlock {
  readonly title: unknown;
  readonly operation: unknown;
  /** Of the files that the block takes; null where it takes every kind. */
  readonly kind: unknown;
}

/** Blocks that take files, however deep they stand. */
function uploadsIn(value: unknown): readonly UploadBlock[] {
  if (Array.isArray(value)) return value.flatMap(uploadsIn);
  if (!isJsonObject(value)) return [];
  const { type, title, operation, query } = value;
  const own = { title, operation, kind: isJsonObject(query) ? (query.kind ?? null) : null };
  return [...(type === 'upload' ? [own] : []), ...Object.values(value).flatMap(uploadsIn)];
}

/** Where the screens take files by an operation: a block of this kind alone before one of any. Null: nowhere. */
export function uploadPlace(
  { screens }: Pick<Definitions, 'screens'>,
  operation: string,
  kind: string | null = null,
): string | null {
  let ofAny: string | null = null;
  for (const { id, screen } of screens.values())
    for (const block of uploadsIn(screen)) {
      if (block.operation !== operation) continue;
      const page = `the page “${typeof screen.title === 'string' ? screen.title : id}”`;
      if (block.kind === null) ofAny ??= page;
      else if (block.kind === kind)
        return typeof block.title === 'string' ? `“${block.title}” on ${page}` : page;
    }
  return ofAny;
}
