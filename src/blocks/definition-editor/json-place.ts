// Where in a JSON text the cursor stands, also while the text is not finished. React-free.
import { ensureSyntaxTree, syntaxTree } from '@codemirror/language';
import type { EditorState } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';

export type Path = readonly (string | number)[];

export interface JsonPlace {
  /** Whether a name is written there or a value. */
  readonly part: 'name' | 'value';
  /** Of the object that the name stands in, or of the value. */
  readonly path: Path;
  /** What a completion replaces: the whole literal or nothing. */
  readonly from: number;
  readonly to: number;
  /** Literal that stands there. */
  readonly literal: string;
}

const literals = new Set(['String', 'Number', 'True', 'False', 'Null']);
const values = new Set([...literals, 'Object', 'Array']);

/** Milliseconds; no definition that is accepted is long enough to need them. */
const patience = 2_000;

/** Without it a slow moment of the machine leaves the end of the text unread. */
function wholeTree(state: EditorState, within: number) {
  return ensureSyntaxTree(state, state.doc.length, within) ?? syntaxTree(state);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.replace(/^"|"$/g, '');
  }
}

function nameOf(state: EditorState, property: SyntaxNode): string {
  const name = property.getChild('PropertyName');
  return name ? String(parsed(state.sliceDoc(name.from, name.to))) : '';
}

/** Names and indices that lead from the document to a value, an object or a property. */
export function pathTo(state: EditorState, node: SyntaxNode): Path {
  const path: (string | number)[] = [];
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    const { parent } = at;
    if (at.name === 'Property') path.unshift(nameOf(state, at));
    else if (parent?.name === 'Array' && values.has(at.name)) {
      let index = 0;
      for (let before = at.prevSibling; before; before = before.prevSibling)
        if (values.has(before.name)) index++;
      path.unshift(index);
    }
  }
  return path;
}

/** The place at an offset; null in white space where nothing can stand. */
export function placeAt(state: EditorState, offset: number, within = patience): JsonPlace | null {
  const tree = wholeTree(state, within);
  let node = tree.resolveInner(offset, -1);
  if (!literals.has(node.name) && node.name !== 'PropertyName') {
    const after = tree.resolveInner(offset, 1);
    if (literals.has(after.name) || after.name === 'PropertyName') node = after;
  }
  const literal = state.sliceDoc(node.from, node.to);
  if (node.name === 'PropertyName' && node.parent?.parent)
    return { part: 'name', path: pathTo(state, node.parent.parent), from: node.from, to: node.to, literal };
  if (literals.has(node.name))
    return { part: 'value', path: pathTo(state, node), from: node.from, to: node.to, literal };
  const empty = { from: offset, to: offset, literal: '' };
  for (let at: SyntaxNode | null = node; at; at = at.parent) {
    if (at.name === 'Property') return { part: 'value', path: pathTo(state, at), ...empty };
    if (at.name === 'Object') {
      // After a colon nothing stands yet, and the parser has closed the property.
      const before = state.sliceDoc(at.from, offset);
      const name = /"((?:[^"\\]|\\.)*)"\s*:\s*$/.exec(before)?.[1];
      return name === undefined
        ? { part: 'name', path: pathTo(state, at), ...empty }
        : { part: 'value', path: [...pathTo(state, at), name], ...empty };
    }
    if (at.name === 'Array') {
      let index = 0;
      for (let child = at.firstChild; child && child.to <= offset; child = child.nextSibling)
        if (values.has(child.name)) index++;
      return { part: 'value', path: [...pathTo(state, at), index], ...empty };
    }
  }
  return null;
}

/** The value that the text holds so far; what is broken is left out. */
export function valueSoFar(state: EditorState, within = patience): unknown {
  const read = (node: SyntaxNode): unknown => {
    if (node.name === 'Object') {
      const entries: [string, unknown][] = [];
      for (const property of node.getChildren('Property')) {
        const value = property.lastChild;
        entries.push([nameOf(state, property), value && values.has(value.name) ? read(value) : undefined]);
      }
      return Object.fromEntries(entries);
    }
    if (node.name === 'Array') {
      const items: unknown[] = [];
      for (let child = node.firstChild; child; child = child.nextSibling)
        if (values.has(child.name)) items.push(read(child));
      return items;
    }
    return parsed(state.sliceDoc(node.from, node.to));
  };
  const top = wholeTree(state, within).topNode;
  for (let child = top.firstChild; child; child = child.nextSibling)
    if (values.has(child.name)) return read(child);
  return undefined;
}
