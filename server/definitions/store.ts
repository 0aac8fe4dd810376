import type { Diagnostic } from '#src/core/diagnostic.ts';
import type { Entity } from '#src/core/entity.ts';
import { hashOf } from '#src/core/link/hash.ts';
import { type Definitions, noDefinitions, type ReadyScreen } from './definitions.ts';

export interface DefinitionEvent {
  readonly kind: 'changed' | 'broken';
  readonly ids: readonly string[];
  readonly diagnostics: readonly Diagnostic[];
}

/** The definitions in force. A reload replaces them as a whole. */
export interface DefinitionStore {
  readonly current: () => Definitions;
  /** Another one with every change of a screen or of the menu, the same in every process. */
  readonly stamp: () => string;
  readonly replace: (next: Definitions) => void;
  /** A screen that was in force a moment ago; null where nobody is likely to ask for it any more. */
  readonly replaced: (hash: string) => ReadyScreen | null;
  readonly entityOfList: (list: string) => Entity | null;
  /** Text of a validator module, compiled when first asked for; null for an unknown hash. */
  readonly validatorModule: (hash: string) => Promise<string | null>;
  /** Makes the validators of a draft known that somebody looks at. */
  readonly lend: (validators: ReadonlyMap<string, object>) => void;
  readonly subscribe: (listener: (event: DefinitionEvent) => void) => () => void;
}

function changedIds(before: Definitions, after: Definitions): readonly string[] {
  const hashes = (definitions: Definitions) =>
    new Map(
      [...definitions.screens.values(), ...definitions.broken.values()].map((entry) => [
        entry.id,
        entry.hash,
      ]),
    );
  const [old, now] = [hashes(before), hashes(after)];
  return [...new Set([...old.keys(), ...now.keys()])].filter((id) => old.get(id) !== now.get(id)).sort();
}

function stampOf({ screens, broken, menu }: Definitions): string {
  const hashes = [...screens.values(), ...broken.values()].map(({ id, hash }) => `${id} ${hash}`).sort();
  return hashOf([hashes, menu]).slice(0, 16);
}

const mostLent = 500;
/** Screens that were replaced last: whoever was told of one before asks for it now. */
const mostReplaced = 200;

export type CompileValidator = (schema: object) => string | Promise<string>;

export function createDefinitionStore(compileValidator: CompileValidator): DefinitionStore {
  let definitions = noDefinitions;
  let stamp = '';
  let lists = new Map<string, Entity>();
  const lent = new Map<string, object>();
  const lend = (validators: ReadonlyMap<string, object>) => {
    if (lent.size > mostLent) lent.clear();
    for (const [hash, schema] of validators) if (!definitions.validators.has(hash)) lent.set(hash, schema);
  };
  const replaced = new Map<string, ReadyScreen>();
  const keepReplaced = (before: Definitions) => {
    for (const screen of before.screens.values()) {
      if (definitions.screens.get(screen.id)?.hash === screen.hash) continue;
      replaced.delete(screen.hash);
      // Its text alone is asked for; what it asks for is what is in force.
      replaced.set(screen.hash, { ...screen, sql: new Map() });
    }
    for (const hash of replaced.keys()) if (replaced.size > mostReplaced) replaced.delete(hash);
  };
  const modules = new Map<string, Promise<string>>();
  const listeners = new Set<(event: DefinitionEvent) => void>();
  return {
    current: () => definitions,
    stamp: () => stamp,
    replace: (next) => {
      const before = definitions;
      const ids = changedIds(before, next);
      definitions = next;
      keepReplaced(before);
      lend(before.validators);
      stamp = stampOf(next);
      lists = new Map(
        [...next.entities.values()].flatMap((entity) =>
          entity.record.own ? [] : [[entity.record.list, entity]],
        ),
      );
      const kind = next.diagnostics.some((d) => d.severity === 'error') ? 'broken' : 'changed';
      const event: DefinitionEvent = { kind, ids, diagnostics: next.diagnostics };
      for (const listener of listeners) listener(event);
    },
    replaced: (hash) => replaced.get(hash) ?? null,
    entityOfList: (list) => lists.get(list) ?? null,
    validatorModule: async (hash) => {
      const schema = definitions.validators.get(hash) ?? lent.get(hash);
      if (!schema) return null;
      const known = modules.get(hash) ?? Promise.resolve(schema).then(compileValidator);
      modules.set(hash, known);
      return known;
    },
    lend,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
