// Which labels are written: those that fall on none before them.
export interface Label {
  /** Pixels of the picture: the middle of the place that it belongs to. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly width: number;
}

export const lineHeight = 13;
const longest = 32;

/** Long names lose their end. */
export function cutLabel(text: string): string {
  const characters = [...text.trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}

/** The labels that stand beside their places, `aside` pixels from the middle, without one on another; the first come first. */
export function freeLabels<One extends Label>(labels: readonly One[], aside: number): readonly One[] {
  const rows = new Map<number, Label[]>();
  return labels.filter((label) => {
    if (label.text === '') return false;
    const at = Math.floor(label.y / lineHeight);
    const near = [at - 1, at, at + 1].flatMap((row) => rows.get(row) ?? []);
    const clear = near.every(
      (other) =>
        Math.abs(other.y - label.y) >= lineHeight ||
        label.x > other.x + other.width + aside ||
        other.x > label.x + label.width + aside,
    );
    if (clear) rows.set(at, [...(rows.get(at) ?? []), label]);
    return clear;
  });
}
