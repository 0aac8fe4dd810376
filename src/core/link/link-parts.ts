import type { Shape } from '../expressions/shape.ts';
import type { LinkedAction, LinkedBlock, LinkedWidget } from '../linked.ts';
import { under } from '../pointer.ts';
import type { PageRequest } from '../rows.ts';
import { suggest } from '../suggest.ts';
import { isJsonObject, type Json } from '../values.ts';
import type { BlockLinkContext } from './block-linker.ts';
import { entityOfList } from './catalog.ts';
import { hashOf } from './hash.ts';
import { checkLink } from './link-link.ts';
import { linkObject, ofSource, withGuards } from './link-value.ts';
import { needsVersion } from './record-input.ts';
import type { LinkFinding, ScreenLinking, Surroundings } from './screen-linking.ts';
import { widgetFor } from './widget-for.ts';

const baseOfBlock = { title: null, visibleWhen: null, data: null };

export function linkBlocks(
  blocks: readonly Json[],
  pointer: string,
  around: Surroundings,
  screen: ScreenLinking,
): readonly LinkedBlock[] {
  return blocks.flatMap((block, i) => {
    const linked = linkBlock(block, under(pointer, i), around, screen);
    return linked ? [linked] : [];
  });
}

function linkBlock(
  block: Json,
  pointer: string,
  outer: Surroundings,
  screen: ScreenLinking,
): LinkedBlock | null {
  if (!isJsonObject(block) || typeof block.type !== 'string') return null;
  const schema = screen.catalog.language.blocks.get(block.type);
  if (!schema) return null;
  const around = typeof block.data === 'string' ? ofSource(block.data, outer, screen) : outer;
  const linked = {
    ...baseOfBlock,
    ...linkObject(block, schema, pointer, around, screen),
  } as unknown as LinkedBlock;
  const rules = screen.catalog.blockLinks.get(block.type);
  const pages: PageRequest[] = [];
  const done = rules
    ? rules(linked, contextOf(linked, pointer, withGuards(block, around), pages, screen))
    : linked;
  if (linked.data !== null) screen.reads(linked.data, pages, around.answered === true);
  return done;
}

/** What the block's own rules may ask. */
function contextOf(
  linked: LinkedBlock,
  pointer: string,
  guarded: Surroundings,
  pages: PageRequest[],
  screen: ScreenLinking,
): BlockLinkContext {
  return {
    source: (linked.data !== null ? screen.sources.get(linked.data) : null) ?? null,
    manyRows: linked.data !== null && answersRows(screen.shapes.get(linked.data)),
    needsVersion: (id) => {
      const operation = screen.catalog.operations.get(id);
      return operation !== undefined && needsVersion(operation);
    },
    fieldsOf: (source) => screen.fieldsOf(source),
    entity: (id) => screen.catalog.entities.get(id) ?? null,
    form: (id) => screen.catalog.forms.get(id) ?? null,
    entityOfList: (list) => entityOfList(screen.catalog, list),
    param: (id) => screen.params.get(id) ?? null,
    checkLink: (target, inner) => checkLink(target, pointer + inner, guarded, screen),
    tellHeadings: (headings) => {
      screen.headings = headings && screen.headings && [...screen.headings, ...headings];
    },
    tellFirstPage: (page) => {
      pages.push(page);
    },
    tellWhole: (source) => {
      screen.wholeSources.add(source);
    },
    report: (finding) => {
      if (!aboutOpenSource(finding, linked, screen)) screen.report(inside(pointer, finding));
    },
    suggest,
    widgetFor: (field): LinkedWidget => widgetFor(field, false, screen.catalog.language),
    useCodes: (table, inner) => screen.addCodes(table, pointer + inner),
    explained: typeof screen.checked.json.group === 'string',
    useValidator: (validator) => {
      const hash = hashOf(validator);
      screen.validators.set(hash, validator);
      return hash;
    },
  };
}

export function linkAction(
  step: Json,
  pointer: string,
  around: Surroundings,
  screen: ScreenLinking,
): LinkedAction {
  if (!isJsonObject(step) || typeof step.type !== 'string') return { type: '' };
  const schema = screen.catalog.language.actions.get(step.type);
  const linked = { type: step.type, ...(schema ? linkObject(step, schema, pointer, around, screen) : {}) };
  const rules = screen.catalog.actionLinks.get(step.type);
  if (!rules) return linked;
  return rules(linked, {
    checkCodes: (value, table, inner) => screen.checkCodes(value, table, `${pointer}${inner}`),
    entityOfList: (list) => entityOfList(screen.catalog, list),
    catalog: screen.catalog,
    param: (id) => screen.params.get(id) ?? null,
    report: (finding) => screen.report(inside(pointer, finding)),
    suggest,
  });
}

function inside(pointer: string, finding: LinkFinding): LinkFinding {
  return { ...finding, pointer: pointer + finding.pointer };
}

function aboutOpenSource(finding: LinkFinding, block: LinkedBlock, screen: ScreenLinking): boolean {
  if (screen.openSources.size === 0) return false;
  return finding.rule === 'unknown-column' || (block.data !== null && screen.openSources.has(block.data));
}

/** A list of rows, or an object around one. */
function answersRows(shape: Shape | undefined): boolean {
  if (typeof shape !== 'object') return false;
  if ('list' in shape) return true;
  const items = 'fields' in shape ? shape.fields.items : undefined;
  return typeof items === 'object' && 'list' in items && Object.keys(shapeFields(shape)).length === 1;
}

function shapeFields(shape: Shape): object {
  return typeof shape === 'object' && 'fields' in shape ? shape.fields : {};
}
