// Saved phrases as the server tells and takes them.
import { call } from '#src/api/call.ts';
import { isJsonObject } from '#src/core/values.ts';
import type { ApiPort } from '#src/render/ports.tsx';

export const longestPhrase = 2_000;

export interface Phrase {
  readonly id: number;
  readonly content: string;
  readonly active: boolean;
}

export interface PhraseMenu {
  readonly canUpdateCompany: boolean;
  readonly company: readonly Phrase[];
  readonly own: readonly Phrase[];
  /** What a save must name. */
  readonly version: { readonly company: number; readonly user: number };
}

export type PhraseType = 'company' | 'user';

function phrasesIn(value: unknown): readonly Phrase[] {
  return (Array.isArray(value) ? value : [])
    .filter(isJsonObject)
    .flatMap(({ id, content, active }) =>
      typeof id === 'number' && typeof content === 'string'
        ? [{ id, content, active: active !== false }]
        : [],
    );
}

function menuOf(answer: unknown): PhraseMenu {
  const menu = isJsonObject(answer) ? answer : {};
  const phrases = isJsonObject(menu.phrases) ? menu.phrases : {};
  // A server that keeps no versions of its lists sends none, and asks for none.
  const version = isJsonObject(menu.version) ? menu.version : {};
  return {
    canUpdateCompany: menu.canUpdateCompany === true,
    company: phrasesIn(phrases.allUsers),
    own: phrasesIn(phrases.thisUser),
    version: { company: Number(version.company ?? 0), user: Number(version.user ?? 0) },
  };
}

export async function readPhrases(api: ApiPort, name: string, signal?: AbortSignal): Promise<PhraseMenu> {
  return menuOf(await call(api, 'phrase.menu', { params: { phraseName: name } }, signal));
}

/** Replaces a list: what has no id is new, what is missing is deleted, the order is that of the list. */
export async function savePhrases(
  api: ApiPort,
  name: string,
  phrasetype: PhraseType,
  phrases: readonly { readonly id: number | null; readonly content: string; readonly active: boolean }[],
  version: number,
  force: boolean,
): Promise<PhraseMenu> {
  const sent = phrases.map(({ id, content, active }, i) => ({
    ...(id === null ? {} : { id }),
    content,
    active,
    posn: i + 1,
  }));
  const body = { phrasetype, phrases: sent, version, ...(force ? { __forceUpdate__: true } : {}) };
  return menuOf(await call(api, 'phrase.save', { params: { phraseName: name }, body }));
}
