import { readsOf, rowReadsOf } from '#src/core/expressions/reads.ts';
import type { LinkedExpression } from '#src/core/linked.ts';

/** A computed value: `total`, or `lines.total` of a line. */
export interface ComputedNode {
  readonly name: string;
  readonly value: LinkedExpression;
  /** Of a line: the field of the lines. */
  readonly owner: string | null;
}

/** Rings of computed values that wait for each other, each told once, from the node that comes first. */
export function ringsOf(nodes: readonly ComputedNode[]): readonly (readonly string[])[] {
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const readsOfNode = ({ value, owner }: ComputedNode): readonly string[] => {
    const form = readsOf(value) ?? nodes.filter((node) => node.owner === null).map(({ name }) => name);
    const row = owner === null ? [] : rowReadsOf(value).map((cell) => `${owner}.${cell}`);
    // Reading a field of lines reads whatever is computed in its lines.
    const inLines = nodes.filter((node) => node.owner !== null && form.includes(node.owner));
    return [...form, ...row, ...inLines.map(({ name }) => name)].filter((name) => byName.has(name));
  };
  const done = new Set<string>();
  const rings: (readonly string[])[] = [];
  const visit = (name: string, path: readonly string[]): void => {
    const at = path.indexOf(name);
    if (at >= 0) {
      rings.push([...path.slice(at), name]);
      return;
    }
    const node = byName.get(name);
    if (!node || done.has(name)) return;
    for (const read of readsOfNode(node)) visit(read, [...path, name]);
    done.add(name);
  };
  for (const { name } of nodes) visit(name, []);
  return rings;
}
