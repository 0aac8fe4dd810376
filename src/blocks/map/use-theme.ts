// What the map is coloured by: as the address says, else as this person left it, else the first.
import { useMemo, useState } from 'react';
import type { BlockProps } from '#src/render/block-props.ts';
import { useReferenceList } from '#src/render/reference.ts';
import { classesOf } from './classes.ts';
import type { LinkedMap } from './link.ts';
import type { Places } from './places.ts';

const key = 'by';
const none: ReadonlySet<number> = new Set();

export type Theme = ReturnType<typeof useTheme>;

export function useTheme(
  map: LinkedMap,
  places: Places,
  { screen, memory, url }: Pick<BlockProps, 'screen' | 'memory' | 'url'>,
) {
  const id = url.get(key) ?? memory.get(key);
  const theme = map.colours.find(({ field }) => field.id === id) ?? map.colours[0] ?? null;
  const reference = useReferenceList(theme?.field.list ?? null);
  const [off, setOff] = useState(none);
  const codes = theme?.field.codes
    ? (screen.codes[theme.field.codes] ?? null)
    : theme?.field.list
      ? reference.rows
      : null;
  const classes = useMemo(() => classesOf(places.rows, theme, codes, map.small), [places, theme, codes, map]);
  return {
    theme,
    classes,
    /** Classes that are left out. */
    off,
    choose: (next: string) => {
      setOff(none);
      memory.set(key, next);
      url.set(key, next);
    },
    turn: (at: number) => {
      const next = new Set(off);
      if (!next.delete(at)) next.add(at);
      setOff(next);
    },
  };
}
