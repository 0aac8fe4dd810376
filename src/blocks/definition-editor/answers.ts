// What the server answers about a definition, read at the edge. React-free.
import type { Diagnostic } from '#src/core/diagnostic.ts';
import type { LinkedScreen } from '#src/core/linked.ts';
import { guardedScreen } from '#src/core/linked-guard.ts';
import { isJsonObject } from '#src/core/values.ts';

export interface Version {
  readonly version: number;
  readonly action: string;
  readonly note: string;
  readonly at: string;
  readonly by: string | null;
  /** Whether it holds a text; one that put the file back in force has none. */
  readonly hasText: boolean;
}

export interface Definition {
  readonly path: string;
  readonly kind: string;
  readonly publishable: boolean;
  readonly state: 'file' | 'draft' | 'published' | 'drifted' | 'broken' | 'removed';
  readonly text: string;
  /** Names what is in force; a publish sends it back. */
  readonly baseHash: string | null;
  readonly file: string | null;
  readonly published: (Version & { readonly text: string }) | null;
  readonly draft: {
    readonly text: string;
    readonly version: number;
    readonly baseHash: string | null;
    readonly by: string | null;
    readonly at: string;
  } | null;
  readonly findings: readonly Diagnostic[];
}

export interface Preview {
  readonly screen: LinkedScreen | null;
  readonly findings: readonly Diagnostic[];
  readonly visible: boolean;
  readonly roles: readonly string[];
  readonly perms: readonly string[];
  /** As whom it was asked for; empty for oneself. */
  readonly as: string;
}

export interface Difference {
  readonly text: string;
  readonly changes: readonly { readonly pointer: string; readonly sentence: string }[];
}

export interface People {
  readonly roles: readonly { readonly name: string; readonly title: string }[];
  readonly users: readonly { readonly name: string; readonly title: string }[];
}

const states = ['file', 'draft', 'published', 'drifted', 'broken', 'removed'] as const;

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number {
  return typeof value === 'number' ? value : 0;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function findingsOf(value: unknown): readonly Diagnostic[] {
  return listOf(value).flatMap((item): readonly Diagnostic[] =>
    isJsonObject(item) && typeof item.message === 'string'
      ? [
          {
            file: textOf(item.file),
            line: Math.max(1, numberOf(item.line)),
            column: Math.max(1, numberOf(item.column)),
            severity: item.severity === 'warning' ? 'warning' : 'error',
            rule: textOf(item.rule),
            message: item.message,
            pointer: textOf(item.pointer),
            ...(typeof item.suggestion === 'string' ? { suggestion: item.suggestion } : {}),
          },
        ]
      : [],
  );
}

function versionOf(value: { readonly [member: string]: unknown }): Version {
  return {
    version: numberOf(value.version),
    action: textOf(value.action),
    note: textOf(value.note),
    at: textOf(value.at),
    by: textOrNull(value.by),
    hasText: value.hash !== null,
  };
}

export function definitionOf(answer: unknown): Definition {
  const given = isJsonObject(answer) ? answer : {};
  const { file, published, draft } = given;
  return {
    path: textOf(given.path),
    kind: textOf(given.kind),
    publishable: given.publishable === true,
    state: states.find((state) => state === given.state) ?? 'file',
    text: textOf(given.text),
    baseHash: textOrNull(given.base_hash),
    file: isJsonObject(file) ? textOf(file.text) : null,
    published: isJsonObject(published) ? { ...versionOf(published), text: textOf(published.content) } : null,
    draft: isJsonObject(draft)
      ? {
          text: textOf(draft.content),
          version: numberOf(draft.version),
          baseHash: textOrNull(draft.base_hash),
          by: textOrNull(draft.by),
          at: textOf(draft.at),
        }
      : null,
    findings: findingsOf(given.findings),
  };
}

/** What is not fit to be drawn has its findings beside it. */
function screenOf(value: unknown): LinkedScreen | null {
  try {
    return guardedScreen(value);
  } catch {
    return null;
  }
}

export function previewOf(answer: unknown, as: string): Preview {
  const given: { readonly [member: string]: unknown } = isJsonObject(answer) ? answer : {};
  const texts = (value: unknown) => listOf(value).filter((item): item is string => typeof item === 'string');
  return {
    screen: screenOf(given.screen),
    findings: findingsOf(given.findings),
    visible: given.visible === true,
    roles: texts(given.roles),
    perms: texts(given.perms),
    as,
  };
}

export function differenceOf(answer: unknown): Difference {
  const given = isJsonObject(answer) ? answer : {};
  return {
    text: textOf(given.text),
    changes: listOf(given.changes).flatMap((item) =>
      isJsonObject(item) && typeof item.sentence === 'string'
        ? [{ pointer: textOf(item.pointer), sentence: item.sentence }]
        : [],
    ),
  };
}

export function versionsOf(answer: unknown): readonly Version[] {
  const items = isJsonObject(answer) ? listOf(answer.items) : [];
  return items.flatMap((item) => (isJsonObject(item) ? [versionOf(item)] : []));
}

export function peopleOf(answer: unknown): People {
  const given = isJsonObject(answer) ? answer : {};
  const named = (value: unknown, name: string, title: string) =>
    listOf(value).flatMap((item) =>
      isJsonObject(item) && typeof item[name] === 'string'
        ? [{ name: item[name], title: textOf(item[title]) || item[name] }]
        : [],
    );
  return {
    roles: named(given.roles, 'name', 'title'),
    users: named(given.users, 'username', 'full_name'),
  };
}
