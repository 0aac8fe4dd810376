// What the toolbar and the keys do to the text. Each is one step that can be undone.
import { type ContentBlock, EditorState, Modifier, RichUtils, SelectionState } from 'draft-js';
import { indentStep, mostIndent } from '#src/core/rich-text.ts';
import { draftStyles, draftTypes, hrefAt, indentOf } from './draft-state.ts';

/** The blocks that the selection touches. */
export function selectedBlocks(state: EditorState): readonly ContentBlock[] {
  const content = state.getCurrentContent();
  const selection = state.getSelection();
  const blocks = content.getBlocksAsArray();
  const at = (key: string) => blocks.findIndex((block) => block.getKey() === key);
  return blocks.slice(at(selection.getStartKey()), at(selection.getEndKey()) + 1);
}

export function toggleStyle(state: EditorState, style: keyof typeof draftStyles): EditorState {
  return RichUtils.toggleInlineStyle(state, draftStyles[style]);
}

export function toggleList(state: EditorState, type: 'ul' | 'ol'): EditorState {
  return RichUtils.toggleBlockType(state, draftTypes[type]);
}

/** Whether an indent by `steps` would change anything. */
export function mayIndent(state: EditorState, steps: 1 | -1): boolean {
  return selectedBlocks(state).some((block) => {
    const next = indentOf(block) + steps * indentStep;
    return next >= 0 && next <= mostIndent;
  });
}

export function indent(state: EditorState, steps: 1 | -1): EditorState {
  if (!mayIndent(state, steps)) return state;
  const content = selectedBlocks(state).reduce((done, block) => {
    const next = Math.min(mostIndent, Math.max(0, indentOf(block) + steps * indentStep));
    return Modifier.mergeBlockData(
      done,
      SelectionState.createEmpty(block.getKey()),
      block.getData().clear().set('indent', next),
    );
  }, state.getCurrentContent());
  // Nothing more is said of the blocks; what was selected stays selected.
  const nothing = content.getFirstBlock().getData().clear();
  const after = Modifier.mergeBlockData(content, state.getSelection(), nothing);
  return EditorState.push(state, after, 'change-block-data');
}

/** All of the text selected. */
export function wholeSelected(state: EditorState): EditorState {
  const content = state.getCurrentContent();
  const last = content.getLastBlock();
  return EditorState.acceptSelection(
    state,
    new SelectionState({
      anchorKey: content.getFirstBlock().getKey(),
      anchorOffset: 0,
      focusKey: last.getKey(),
      focusOffset: last.getLength(),
      isBackward: false,
      hasFocus: false,
    }),
  );
}

/** The words that are selected. */
export function selectedText(state: EditorState): string {
  const selection = state.getSelection();
  return selectedBlocks(state)
    .map((one, i, all) =>
      one
        .getText()
        .slice(
          i === 0 ? selection.getStartOffset() : 0,
          i === all.length - 1 ? selection.getEndOffset() : undefined,
        ),
    )
    .join('\n');
}

export interface LinkPlace {
  readonly selection: SelectionState;
  readonly href: string;
  /** Words that the link stands on. */
  readonly text: string;
}

/** What a link would stand on: what is selected, or the whole link that the cursor is in. */
export function linkPlace(state: EditorState): LinkPlace {
  const content = state.getCurrentContent();
  const selection = state.getSelection();
  const block = content.getBlockForKey(selection.getStartKey());
  const start = selection.getStartOffset();
  const href = hrefAt(content, block, start) ?? (start > 0 ? hrefAt(content, block, start - 1) : null);
  if (!selection.isCollapsed() || href === null)
    return { selection, href: href ?? '', text: selectedText(state) };
  let place = selection;
  let text = '';
  block.findEntityRanges(
    (character) => character.getEntity() !== null,
    (from, to) => {
      if (from > start || to < start) return;
      const key = block.getKey();
      place = new SelectionState({
        anchorKey: key,
        anchorOffset: from,
        focusKey: key,
        focusOffset: to,
        isBackward: false,
        hasFocus: false,
      });
      text = block.getText().slice(from, to);
    },
  );
  return { selection: place, href, text };
}

/** Sets or, with null, takes away the link; an address stands for itself where no words were selected. */
export function setLink(state: EditorState, place: LinkPlace, href: string | null): EditorState {
  const content = state.getCurrentContent();
  if (href === null)
    return EditorState.push(state, Modifier.applyEntity(content, place.selection, null), 'apply-entity');
  const made = content.createEntity('LINK', 'MUTABLE', { href });
  const key = made.getLastCreatedEntityKey();
  const next = place.selection.isCollapsed()
    ? Modifier.insertText(made, place.selection, href, state.getCurrentInlineStyle(), key)
    : Modifier.applyEntity(made, place.selection, key);
  return EditorState.push(state, next, 'apply-entity');
}

/** Enter in an empty item ends the list; null where Enter does what it always does. */
export function endList(state: EditorState): EditorState | null {
  const selection = state.getSelection();
  const block = state.getCurrentContent().getBlockForKey(selection.getStartKey());
  if (!selection.isCollapsed() || block.getLength() > 0 || block.getType() === draftTypes.p) return null;
  const next = Modifier.setBlockType(state.getCurrentContent(), selection, draftTypes.p);
  return EditorState.push(state, next, 'change-block-type');
}

/** Backspace at the beginning of an indented paragraph takes the indent back first. */
export function backspaceIndent(state: EditorState): EditorState | null {
  const selection = state.getSelection();
  const block = state.getCurrentContent().getBlockForKey(selection.getStartKey());
  const first = selection.isCollapsed() && selection.getStartOffset() === 0;
  return first && block.getType() === draftTypes.p && indentOf(block) > 0 ? indent(state, -1) : null;
}
