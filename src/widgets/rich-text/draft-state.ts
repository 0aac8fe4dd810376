// Between the stored shape and the editor's own; nothing else of the editor is ever stored.
import {
  CompositeDecorator,
  type ContentBlock,
  type ContentState,
  convertFromRaw,
  EditorState,
  genKey,
  Modifier,
  type RawDraftContentBlock,
  type RawDraftEntity,
} from 'draft-js';
import {
  checkRichText,
  cleanText,
  indentStep,
  mostIndent,
  type RichBlock,
  type RichBlockType,
  type RichLink,
  type RichStyle,
  type RichStyleRange,
} from '#src/core/rich-text.ts';
import { EditorLink } from './editor-link.tsx';

export const draftTypes = { p: 'unstyled', ul: 'unordered-list-item', ol: 'ordered-list-item' } as const;
export const draftStyles = { bold: 'BOLD', italic: 'ITALIC', underline: 'UNDERLINE' } as const;
const styleNames = Object.entries(draftStyles) as readonly (readonly [RichStyle, string])[];
const link = 'LINK';

function rawOf(blocks: readonly RichBlock[]) {
  const entityMap: { [key: string]: RawDraftEntity } = {};
  let links = 0;
  const raw = blocks.map(
    (block): RawDraftContentBlock => ({
      key: genKey(),
      text: block.text,
      type: draftTypes[block.type],
      depth: 0,
      inlineStyleRanges: (block.styles ?? []).map(({ from, to, style }) => ({
        offset: from,
        length: to - from,
        style: draftStyles[style],
      })),
      entityRanges: (block.links ?? []).map(({ from, to, href }) => {
        const key = links++;
        entityMap[String(key)] = { type: link, mutability: 'MUTABLE', data: { href } };
        return { offset: from, length: to - from, key };
      }),
      data: block.indent ? { indent: block.indent } : {},
    }),
  );
  return { blocks: raw, entityMap };
}

export function contentOf(blocks: readonly RichBlock[]): ContentState {
  return convertFromRaw(rawOf(blocks.length > 0 ? blocks : [{ text: '', type: 'p' }]));
}

/** Of a stored value; what is none begins empty. */
export function blocksOf(value: unknown): readonly RichBlock[] {
  const checked = checkRichText(value, () => true);
  return 'value' in checked ? (checked.value?.blocks ?? []) : [];
}

export function hrefAt(content: ContentState, block: ContentBlock, offset: number): string | null {
  const key = block.getEntityAt(offset);
  if (!key) return null;
  const entity = content.getEntity(key);
  const data: unknown = entity.getData();
  const href: unknown = typeof data === 'object' && data !== null ? Reflect.get(data, 'href') : null;
  return entity.getType() === link && typeof href === 'string' ? href : null;
}

export function indentOf(block: ContentBlock): number {
  const indent: unknown = block.getData().get('indent');
  return typeof indent === 'number' && indent > 0 && indent <= mostIndent && indent % indentStep === 0
    ? indent
    : 0;
}

function typeOf(block: ContentBlock): RichBlockType {
  const type = block.getType();
  return type === draftTypes.ul ? 'ul' : type === draftTypes.ol ? 'ol' : 'p';
}

function richBlock(content: ContentState, block: ContentBlock): RichBlock {
  const given = block.getText();
  const text = cleanText(given);
  const at = (offset: number) => (text === given ? offset : cleanText(given.slice(0, offset)).length);
  const styles: RichStyleRange[] = [];
  const links: RichLink[] = [];
  block.findStyleRanges(
    () => true,
    (from, to) => {
      const held = block.getInlineStyleAt(from);
      for (const [style, name] of styleNames)
        if (held.has(name) && at(to) > at(from)) styles.push({ to: at(to), from: at(from), style });
    },
  );
  block.findEntityRanges(
    (character) => character.getEntity() !== null,
    (from, to) => {
      const href = hrefAt(content, block, from);
      if (href !== null && at(to) > at(from)) links.push({ to: at(to), from: at(from), href });
    },
  );
  const indent = indentOf(block);
  return { text, type: typeOf(block), links, indent, styles };
}

/** What the editor holds, in the stored shape but not yet judged. */
export function richOf(content: ContentState): { readonly blocks: readonly RichBlock[] } {
  return { blocks: content.getBlocksAsArray().map((block) => richBlock(content, block)) };
}

const decorator = new CompositeDecorator([
  {
    strategy: (block, found, content) =>
      block.findEntityRanges((character) => {
        const key = character.getEntity();
        return key !== null && content.getEntity(key).getType() === link;
      }, found),
    component: EditorLink,
  },
]);

export function startState(value: unknown): EditorState {
  return EditorState.createWithContent(contentOf(blocksOf(value)), decorator);
}

/** Puts blocks where the selection is, as one step that can be undone. */
export function insertBlocks(state: EditorState, blocks: readonly RichBlock[]): EditorState {
  const [first, ...rest] = blocks;
  if (!first) return state;
  const target = state.getCurrentContent().getBlockForKey(state.getSelection().getStartKey());
  // Words that go into a paragraph leave it where it is.
  const head = rest.length === 0 || target.getLength() > 0 ? { ...first, indent: indentOf(target) } : first;
  const next = Modifier.replaceWithFragment(
    state.getCurrentContent(),
    state.getSelection(),
    contentOf([head, ...rest]).getBlockMap(),
  );
  return EditorState.push(state, next, 'insert-fragment');
}
