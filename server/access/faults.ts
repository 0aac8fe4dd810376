/** What does not work though the server runs; pages tell the kind, administrators read the sentence. */
export type FaultKind = 'data-folder' | 'disk' | 'log' | 'operation' | 'schema';

export interface Fault {
  readonly kind: FaultKind;
  /** Of several of a kind, such as the file. */
  readonly of: string;
  readonly text: string;
  readonly since: string;
}

export interface Faults {
  /** Notes it, told once; null takes it back. */
  readonly set: (kind: FaultKind, of: string, text: string | null) => void;
  readonly list: () => readonly Fault[];
}

export function createFaults(
  now: () => Date,
  say: (line: string) => void = (line) => console.error(line),
): Faults {
  const found = new Map<string, Fault>();
  return {
    set: (kind, of, text) => {
      const key = `${kind} ${of}`;
      const known = found.get(key);
      if (known?.text === (text ?? undefined)) return;
      if (text === null) {
        if (found.delete(key)) say(`It works again (${kind}, ${of}).`);
        return;
      }
      found.set(key, { kind, of, text, since: known?.since ?? now().toISOString() });
      say(text);
    },
    list: () => [...found.values()],
  };
}
