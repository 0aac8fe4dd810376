import { useOption } from '#src/session/use-option.ts';

/** Titles of the groups of the menu that a user has folded, and what folds one or unfolds it. */
export function useFolded(): readonly [ReadonlySet<string>, (title: string, open: boolean) => void] {
  const [value, choose] = useOption('menu.folded');
  const kept: readonly unknown[] = Array.isArray(value) ? value : [];
  const folded = new Set(kept.filter((title) => typeof title === 'string'));
  const fold = (title: string, open: boolean) => {
    const others = [...folded].filter((other) => other !== title);
    choose(open ? others : [...others, title]);
  };
  return [folded, fold];
}
