// Which labels are written: those that fall on none before them.
export interface Label {
  /** Pixels of the picture: where it begins, and the middle of its line. */
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly width: number;
  /** Pixels that are to be free before it. */
  readonly before: number;
}

/** A circle of the picture that no name may hide. */
export interface Spot {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

export const lineHeight = 13;
const longest = 32;

/** Long names lose their end. */
export function cutLabel(text: string): string {
  const characters = [...text.trim()];
  return characters.length <= longest ? characters.join('') : `${characters.slice(0, longest - 1).join('')}…`;
}

/** What a line of text would hide, by where its middle is. */
export function hiddenSpot(spots: readonly Spot[], x: number, y: number, width: number): Spot | undefined {
  return spots.find(
    (spot) =>
      Math.abs(spot.x - x) < spot.radius + width / 2 && Math.abs(spot.y - y) < spot.radius + lineHeight / 2,
  );
}

/** The labels without one on another; the first come first. */
export function freeLabels<One extends Label>(labels: readonly One[]): readonly One[] {
  const rows = new Map<number, Label[]>();
  return labels.filter((label) => {
    if (label.text === '') return false;
    const at = Math.floor(label.y / lineHeight);
    const near = [at - 1, at, at + 1].flatMap((row) => rows.get(row) ?? []);
    const clear = near.every(
      (other) =>
        Math.abs(other.y - label.y) >= lineHeight ||
        label.x > other.x + other.width + label.before ||
        other.x > label.x + label.width + other.before,
    );
    if (clear) rows.set(at, [...(rows.get(at) ?? []), label]);
    return clear;
  });
}
