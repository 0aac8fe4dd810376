// Which rows are chosen, for all blocks of a page that give it one name: a table and a map of the same rows.
import { createContext, useContext, useState, useSyncExternalStore } from 'react';
import { nothing, type Selection } from './selection.ts';

export class SharedSelection {
  #now: Selection = nothing;
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly now = (): Selection => this.#now;

  readonly set = (selection: Selection): void => {
    if (selection === this.#now) return;
    this.#now = selection;
    for (const listener of this.#listeners) listener();
  };
}

/** The selections of one page by their names; each is there once somebody asks for it. */
export class PageSelections {
  readonly #named = new Map<string, SharedSelection>();

  of(name: string): SharedSelection {
    const known = this.#named.get(name);
    if (known) return known;
    const made = new SharedSelection();
    this.#named.set(name, made);
    return made;
  }
}

export const SelectionsOfPage = createContext<PageSelections | null>(null);

/** The selection of that name; without one, or outside of a page, one of the block's own. */
export function useSharedSelection(name: string | undefined): SharedSelection {
  const page = useContext(SelectionsOfPage);
  const [own] = useState(() => new SharedSelection());
  return name === undefined || !page ? own : page.of(name);
}

/** The rows that are chosen, and what chooses others. */
export function useSelection(name: string | undefined): readonly [Selection, (next: Selection) => void] {
  const shared = useSharedSelection(name);
  return [useSyncExternalStore(shared.subscribe, shared.now), shared.set];
}
