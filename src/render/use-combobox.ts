import { type KeyboardEvent, type MouseEvent, useId } from 'react';

const pageOf = 8;

/** The option that a key makes active; -1 is the input itself. Null for a key that moves nothing. */
export function nextActive(active: number, count: number, key: string, round: boolean): number | null {
  const steps: { readonly [key: string]: number } = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: pageOf,
    PageUp: -pageOf,
  };
  const step = steps[key];
  if (step === undefined) return null;
  if (count === 0) return -1;
  const last = count - 1;
  if (round && step === 1 && active >= last) return 0;
  if (round && step === -1 && active <= 0) return last;
  return Math.min(Math.max(0, active + step), last);
}

interface Keys {
  readonly open: boolean;
  /** How many options can be moved over. */
  readonly count: number;
  readonly active: number;
  /** Whether the last option is followed by the first. */
  readonly round: boolean;
  readonly onActive: (active: number) => void;
  /** Opens the list by a key; without it only what is typed does. */
  readonly onOpen?: () => void;
  readonly onChoose: (active: number) => void;
  readonly onClose: () => void;
}

/**
 * The WAI-ARIA combobox with a list: the input keeps the focus and names the active option. Gives what input, list and
 * options say of themselves besides their roles, and the keys that they have in common; `press` answers whether a key was one of these.
 */
export function useCombobox(keys: Keys) {
  const { open, count, active, round } = keys;
  const listId = useId();
  const optionId = (index: number) => `${listId}-${index}`;
  const isOption = active >= 0 && active < count;

  const press = (event: KeyboardEvent): boolean => {
    const to = nextActive(active, count, event.key, round);
    if (to !== null) {
      if (!open && !keys.onOpen) return false;
      if (open) keys.onActive(to);
      else keys.onOpen?.();
    } else if (event.key === 'Enter' && open && isOption) keys.onChoose(active);
    else if (event.key === 'Escape' && open) {
      // A dialog around it stays.
      event.stopPropagation();
      keys.onClose();
    } else return false;
    event.preventDefault();
    return true;
  };

  return {
    press,
    input: {
      type: 'text',
      role: 'combobox',
      autoComplete: 'off',
      spellCheck: false,
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': open,
      'aria-controls': listId,
      'aria-activedescendant': open && isOption ? optionId(active) : undefined,
    },
    list: {
      id: listId,
      // The input keeps the focus while an option is clicked.
      onMouseDown: (event: MouseEvent) => event.preventDefault(),
    },
    option: (index: number, selected: boolean) => ({
      id: optionId(index),
      'aria-selected': selected,
      'data-active': index === active,
    }),
  } as const;
}
