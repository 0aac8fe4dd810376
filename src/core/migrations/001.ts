// Format 0 was the language of the first drafts: one query a screen, named at its top, read by every block without `data`;
// `perm` for what is `needs` now; `public` and `open` as booleans for what is `access` now.
import { isJsonObject, type Json, type JsonObject } from '../values.ts';
import type { Migration } from './migration.ts';

const readsRows: ReadonlySet<Json | undefined> = new Set(['grid', 'chart', 'stats', 'list']);

function withRows(blocks: Json | undefined): Json | undefined {
  if (!Array.isArray(blocks)) return blocks;
  return blocks.map((block: Json): Json => {
    if (!isJsonObject(block)) return block;
    const own = readsRows.has(block.type) && block.data === undefined ? { ...block, data: 'rows' } : block;
    const inner = withRows(own.blocks);
    return inner === undefined ? own : { ...own, blocks: inner };
  });
}

function accessOf({ public: everyone, open }: JsonObject): 'public' | 'app' | null {
  if (everyone === true) return 'public';
  return open === true ? 'app' : null;
}

export const migration: Migration = {
  to: 1,
  migrate: (old) => {
    const changes: string[] = [];
    const { perm, sql, public: _everyone, open: _open, ...rest } = old;
    let definition: JsonObject = rest;
    if (perm !== undefined) {
      definition = { ...definition, needs: perm };
      changes.push('"perm" is "needs" now.');
    }
    if (old.public !== undefined || old.open !== undefined) {
      const access = accessOf(old);
      if (access !== null) definition = { ...definition, access };
      changes.push('"public" and "open" are "access" now.');
    }
    if (typeof sql === 'string') {
      const data = isJsonObject(definition.data) ? definition.data : {};
      const blocks = withRows(definition.blocks);
      definition = {
        ...definition,
        data: { rows: { sql }, ...data },
        ...(blocks === undefined ? {} : { blocks }),
      };
      changes.push('"sql" is the source "rows" in "data" now, and blocks name it.');
    }
    return { definition, changes };
  },
};
