import type { CheckedScreen } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { LinkedAction, LinkedButton, LinkedScreen, LinkedSource, Text } from '../linked.ts';
import { screenFault } from '../linked-guard.ts';
import { under } from '../pointer.ts';
import { isJsonObject, type Json } from '../values.ts';
import type { Catalog } from './catalog.ts';
import { checkRef } from './check-ref.ts';
import { aboutButtons } from './link-about.ts';
import { linkChoices } from './link-choices.ts';
import { linkPaper } from './link-paper.ts';
import { linkParams } from './link-params.ts';
import { linkAction, linkBlocks } from './link-parts.ts';
import { linkSources } from './link-sources.ts';
import { linkObject, linkValue, nowhere } from './link-value.ts';
import { recordOfPage } from './record-page.ts';
import type { KnownRoute } from './routes.ts';
import { ScreenLinking } from './screen-linking.ts';

export interface LinkedScreenResult {
  readonly screen: LinkedScreen;
  readonly diagnostics: readonly Diagnostic[];
  /** Plain draft-07 schemas to compile ahead, by hash. */
  readonly validators: ReadonlyMap<string, object>;
  /** What heads the tables of the screen; null where that is not known. */
  readonly headings: readonly string[] | null;
}

/** Parameters → sources → head → buttons → blocks → what was declared and never used. */
export function linkScreen(
  checked: CheckedScreen,
  catalog: Catalog,
  routes: readonly KnownRoute[],
): LinkedScreenResult {
  const screen = new ScreenLinking(checked, catalog, routes, { linkBlocks, linkAction });
  const { json } = checked;
  checkPlace(screen);
  linkParams(screen);
  linkSources(screen);
  linkChoices(screen);
  const title = linkHead(screen);
  const buttons = linkButtons(screen);
  const onOpen = listOf(json.onOpen).map((step, i) =>
    linkAction(step, `/onOpen/${i}`, { ...nowhere, plan: 'screen' }, screen),
  );
  checkStays(onOpen, screen);
  const blocks = linkBlocks(listOf(json.blocks), '/blocks', nowhere, screen);
  checkBlockIds(listOf(json.blocks), screen);
  checkUnused(screen);
  const linked: LinkedScreen = {
    id: String(json.id),
    format: 1,
    route: String(json.route),
    alias: texts(json.alias),
    access: json.access === 'public' || json.access === 'app' ? json.access : 'auth',
    title,
    needs: textOf(json.needs),
    help: textOf(json.help),
    group: textOf(json.group),
    ...(typeof json.section === 'string' ? { section: json.section } : {}),
    summary: textOf(json.summary),
    // What a hub lists reads the data set that is chosen, unless it says otherwise.
    dataset: typeof json.dataset === 'boolean' ? json.dataset : typeof json.group === 'string',
    ...(json.hits === false ? { hits: false as const } : {}),
    ...recordOfPage(screen),
    ...linkPaper(screen),
    params: [...screen.params.values()],
    data: Object.fromEntries<LinkedSource>(
      [...screen.sources].map(([id, source]) => [id, screen.withReads(source)]),
    ),
    codes: Object.fromEntries(screen.codes),
    buttons,
    onOpen,
    ...linkTakes(screen),
    blocks,
  };
  checkDrawable(linked, screen);
  return {
    diagnostics: screen.findings,
    validators: screen.validators,
    // A block with a mistake may not have told all.
    headings: screen.findings.some(({ severity }) => severity === 'error') ? null : screen.headings,
    screen: linked,
  };
}

/** Who signs in comes back to the page that was wanted: one that signs out would never be seen. */
function checkStays(onOpen: readonly LinkedAction[], screen: ScreenLinking): void {
  const { access } = screen.checked.json;
  const at = onOpen.findIndex((step) => JSON.stringify(step).includes('"type":"sign-out"'));
  if (at >= 0 && access !== 'app' && access !== 'public')
    screen.report({
      pointer: `/onOpen/${at}`,
      rule: 'signs-out',
      message:
        'The page signs out when it is opened, and is for who is signed in: a sign-in that leads to it ends at once. Give it "access": "app".',
    });
}

/** What a page refuses is found here, and not by who opens it. */
function checkDrawable(linked: LinkedScreen, screen: ScreenLinking): void {
  if (screen.findings.some(({ severity }) => severity === 'error')) return;
  const fault = screenFault(linked);
  if (fault !== null)
    screen.report({
      pointer: '',
      rule: 'not-drawable',
      message: `A browser refuses the page that is made from this screen: ${fault}. Show less on one page, or write what it names in another way.`,
    });
}

function checkPlace(screen: ScreenLinking): void {
  const { loaded, json } = screen.checked;
  const expected = loaded.file.replace(/^.*?screens\//, '').replace(/\.json$/, '');
  if (json.id === expected) return;
  screen.report({
    pointer: '/id',
    rule: 'id-differs',
    message: `The id "${String(json.id)}" is not the file's path.`,
    suggestion: `Write "${expected}".`,
  });
}

function linkHead(screen: ScreenLinking): Text {
  const { json, loaded: _ } = screen.checked;
  const properties = screen.catalog.language.meta.screen.properties ?? {};
  if (typeof json.needs === 'string') checkRef(json.needs, 'permission', '/needs', nowhere, screen, false);
  if (typeof json.help === 'string') checkRef(json.help, 'help', '/help', nowhere, screen, false);
  return linkValue(json.title ?? '', properties.title ?? {}, '/title', nowhere, screen) as Text;
}

function linkButtons(screen: ScreenLinking): readonly LinkedButton[] {
  const { json } = screen.checked;
  const schema = screen.catalog.language.meta.screen.definitions?.button ?? {};
  const base = { icon: null, intent: 'none' as const, visibleWhen: null, enabledWhen: null };
  return [...listOf(json.buttons), ...aboutButtons(screen)].flatMap((button: Json, i: number) =>
    isJsonObject(button)
      ? [
          {
            ...base,
            ...linkObject(button, schema, `/buttons/${i}`, nowhere, screen),
          } as unknown as LinkedButton,
        ]
      : [],
  );
}

function linkTakes(screen: ScreenLinking): Pick<LinkedScreen, 'takes'> {
  const { takes } = screen.checked.json;
  const schema = screen.catalog.language.meta.screen.properties?.takes;
  if (!isJsonObject(takes) || !schema) return {};
  const linked: unknown = linkObject(takes, schema, '/takes', nowhere, screen);
  return { takes: linked as NonNullable<LinkedScreen['takes']> };
}

// The walk over one list finds duplicates in it; ids are addresses on the whole screen, dialogs included.
function checkBlockIds(blocks: readonly Json[], screen: ScreenLinking): void {
  const seen = new Set<string>();
  const { blocks: known } = screen.catalog.language;
  const walk = (value: Json, pointer: string): void => {
    if (Array.isArray(value)) {
      value.forEach((entry, i) => {
        walk(entry, under(pointer, i));
      });
      return;
    }
    if (!isJsonObject(value)) return;
    if (typeof value.type === 'string' && known.has(value.type) && typeof value.id === 'string') {
      if (seen.has(value.id)) {
        screen.report({
          pointer: under(pointer, 'id'),
          rule: 'duplicate-id',
          message: `The block id "${value.id}" is used twice on this screen. Rename one.`,
        });
      }
      seen.add(value.id);
    }
    for (const [name, inner] of Object.entries(value)) walk(inner, under(pointer, name));
  };
  walk(blocks, '/blocks');
}

function checkUnused(screen: ScreenLinking): void {
  const { json } = screen.checked;
  // A broken part may be the one that reads it: first mend that.
  if (screen.findings.some((finding) => finding.severity === 'error')) return;
  listOf(json.params).forEach((given, i: number) => {
    const id = isJsonObject(given) ? String(given.id) : '';
    if (id === '' || screen.usedParams.has(id)) return;
    screen.report({
      pointer: `/params/${i}`,
      rule: 'unused-parameter',
      message: `Nothing reads the parameter "${id}". Use it or remove it.`,
    });
  });
  for (const id of screen.sources.keys()) {
    if (screen.usedSources.has(id)) continue;
    screen.report({
      pointer: under('/data', id),
      key: true,
      rule: 'unused-source',
      message: `Nothing reads the data source "${id}". Use it or remove it.`,
    });
  }
}

function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

function texts(value: Json | undefined): readonly string[] {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : [];
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}
