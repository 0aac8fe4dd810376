// The state of linking one screen: what is known of it so far, what it used, what was found wrong.
import type { CheckedScreen } from '../check/check.ts';
import { diagnosticOf } from '../check/check.ts';
import type { Diagnostic } from '../diagnostic.ts';
import { checkExpression, type TypedEnvironment, typedEnvironment } from '../expressions/check-expression.ts';
import { evaluateExpression } from '../expressions/evaluate.ts';
import { type Shape, sessionVariables, shapeOfField, type Variables } from '../expressions/shape.ts';
import type {
  CodeRow,
  LinkedAction,
  LinkedBlock,
  LinkedField,
  LinkedParam,
  LinkedSource,
  Over,
} from '../linked.ts';
import type { PageRequest } from '../rows.ts';
import { nobody, type Scope } from '../scope.ts';
import { suggest } from '../suggest.ts';
import type { Json } from '../values.ts';
import { type Catalog, formatIds } from './catalog.ts';
import { codeProblem } from './check-code.ts';
import type { KnownRoute } from './routes.ts';

/** For conditions that read nothing; any day will do. */
const anyDay: Scope = { ...nobody, today: '2000-01-01' };

export interface LinkFinding {
  readonly pointer: string;
  readonly rule: string;
  readonly message: string;
  readonly suggestion?: string | undefined;
  readonly severity?: 'error' | 'warning' | undefined;
  readonly key?: boolean;
}

/** What surrounds a value: which fields it may name and what its expressions may read. */
export interface Surroundings {
  /** Fields that an `x-ref: field` names. */
  readonly fields: readonly LinkedField[] | null;
  /** Ends the message about an unknown field: `is not returned by books.sql`. */
  readonly absence: string;
  readonly rule: 'unknown-column' | 'unknown-field';
  /** Shape of `row`; null where there is none. */
  readonly row: Shape | null;
  readonly form: Shape | null;
  /** Inside an action plan, whose steps read what the event has: the annotation's own `over` gives way. */
  readonly plan: Over | null;
  /** Shape of the row whose action opened the dialog around. */
  readonly opener?: Shape | null;
  /** Permissions that conditions around ask for: who lacks them does not see what is inside. */
  readonly guards?: readonly string[];
  /** Inside a dialog that a plan opened, whose blocks read the `answer` of the call before. */
  readonly answered?: boolean;
}

/** The walk meets blocks and actions, whose linking walks in turn; handed in, so that the files need no cycle. */
export interface PartLinkers {
  readonly linkBlocks: (
    blocks: readonly Json[],
    pointer: string,
    around: Surroundings,
    screen: ScreenLinking,
  ) => readonly LinkedBlock[];
  readonly linkAction: (
    step: Json,
    pointer: string,
    around: Surroundings,
    screen: ScreenLinking,
  ) => LinkedAction;
}

export class ScreenLinking {
  readonly checked: CheckedScreen;
  readonly catalog: Catalog;
  readonly routes: readonly KnownRoute[];
  readonly parts: PartLinkers;
  readonly findings: Diagnostic[] = [];
  readonly params = new Map<string, LinkedParam>();
  readonly sources = new Map<string, LinkedSource>();
  readonly shapes = new Map<string, Shape>();
  readonly codes = new Map<string, readonly CodeRow[]>();
  /** Sources whose columns nobody could tell: nothing is said about their fields. */
  readonly openSources = new Set<string>();
  /** Name of the .sql file of a source. */
  readonly queryFiles = new Map<string, string>();
  /** Names of the parameters that a source reads. */
  readonly paramsOfSource = new Map<string, readonly string[]>();
  readonly usedParams = new Set<string>();
  readonly usedSources = new Set<string>();
  /** Sources that something reads as a whole, and the first pages of blocks that page. */
  readonly wholeSources = new Set<string>();
  readonly firstPages = new Map<string, readonly PageRequest[]>();
  readonly validators = new Map<string, object>();
  /** Of every table that may be drawn; null where only an answer tells them. */
  headings: readonly string[] | null = [];
  #environments = new Map<string, TypedEnvironment>();

  constructor(checked: CheckedScreen, catalog: Catalog, routes: readonly KnownRoute[], parts: PartLinkers) {
    this.checked = checked;
    this.catalog = catalog;
    this.routes = routes;
    this.parts = parts;
  }

  report(finding: LinkFinding): void {
    // A block's own rules repeat what the walk has already found at the same place.
    if (this.findings.some((earlier) => earlier.pointer === finding.pointer)) return;
    this.findings.push(
      diagnosticOf(this.checked.loaded, {
        pointer: finding.pointer,
        rule: finding.rule,
        message: finding.message,
        suggestion: finding.suggestion,
        ...(finding.key ? { key: true } : {}),
        ...(finding.severity ? { severity: finding.severity } : {}),
      }),
    );
  }

  reportInText(pointer: string, index: number, finding: Omit<LinkFinding, 'pointer'>): void {
    const place = this.checked.loaded.inText(pointer, index);
    this.findings.push({
      file: this.checked.loaded.file,
      ...place,
      severity: 'error',
      rule: finding.rule,
      message: finding.message,
      pointer,
      ...(finding.suggestion === undefined ? {} : { suggestion: finding.suggestion }),
    });
  }

  /** Reports an unknown name with the nearest known one; true when it is known. */
  known(
    name: string,
    among: Iterable<string>,
    pointer: string,
    rule: string,
    message: string,
    key = false,
  ): boolean {
    const names = [...among];
    if (names.includes(name)) return true;
    this.report({ pointer, rule, message, suggestion: suggest(name, names), key });
    return false;
  }

  unknownInText(name: string, among: readonly string[], pointer: string, index: number, owner: string): void {
    this.reportInText(pointer, index, {
      rule: 'unknown-name',
      message: owner === '' ? `"${name}" is not known here.` : `"${name}" is not in "${owner}".`,
      suggestion:
        suggest(name, among) ??
        (among.length > 0 && among.length <= 12 ? `Known: ${among.join(', ')}.` : undefined),
    });
  }

  addCodes(table: string, pointer: string): void {
    const found = this.catalog.codes.get(table);
    if (found) this.codes.set(table, found.codes);
    else
      this.known(
        table,
        this.catalog.codes.keys(),
        pointer,
        'unknown-codes',
        `Code table "${table}" is unknown.`,
      );
  }

  /** Texts that stand for codes where a definition writes them out: `"N"`, `["N", "P"]`. */
  checkCodes(value: unknown, table: string | null, pointer: string): void {
    if (table === null) return;
    if (Array.isArray(value)) {
      for (const [i, one] of value.entries()) this.checkCodes(one, table, `${pointer}/${i}`);
      return;
    }
    const problem = typeof value === 'string' ? codeProblem(value, table, this.catalog) : null;
    if (problem) this.report({ pointer, ...problem });
  }

  checkFormat(format: string, pointer: string): void {
    this.known(format, formatIds, pointer, 'unknown-format', `Format "${format}" is unknown.`);
  }

  fieldsOf(source: string): readonly LinkedField[] {
    return this.sources.get(source)?.fields ?? [];
  }

  screenVariables(): Variables {
    const params: { [id: string]: Shape } = {};
    for (const param of this.params.values()) {
      const one = shapeOfField(param);
      params[param.id] = param.many ? { list: one } : one;
    }
    return {
      ...sessionVariables,
      params: { fields: params },
      data: { fields: Object.fromEntries(this.shapes) },
    };
  }

  checkExpression(text: string, variables: Variables, returns: string, pointer: string): void {
    const key = JSON.stringify(variables);
    const environment = this.#environments.get(key) ?? typedEnvironment(variables);
    this.#environments.set(key, environment);
    const { findings, paths, perms, codes } = checkExpression(text, environment, returns);
    for (const { index, ...finding } of findings) this.reportInText(pointer, index, finding);
    for (const path of paths) this.use(path);
    if (findings.length === 0 && paths.length === 0 && perms.length === 0)
      this.#checkReachable(text, pointer);
    for (const { table, code, index } of codes) {
      const problem = codeProblem(code, table, this.catalog);
      if (problem) this.reportInText(pointer, index, problem);
    }
    const { permissions } = this.catalog;
    for (const { name, index } of perms) {
      if (!permissions || permissions.has(name)) continue;
      this.reportInText(pointer, index, {
        rule: 'unknown-permission',
        message: `Permission "${name}" is unknown, so nobody has it.`,
        suggestion: suggest(name, permissions),
      });
    }
  }

  /** A condition that reads nothing decides the same for everybody: what it hides is never seen. */
  #checkReachable(text: string, pointer: string): void {
    if (!pointer.endsWith('/visibleWhen') || /\bhas_role\b/.test(text)) return;
    if (evaluateExpression({ $expr: text, over: 'screen', returns: 'boolean' }, anyDay) !== false) return;
    this.report({
      pointer,
      rule: 'unreachable',
      message: `"${text}" is false for everybody, so this is never seen. Remove it, or mend the condition.`,
    });
  }

  /** Remembers how a block reads its source; blocks of a dialog are there only when it opens. */
  reads(source: string, pages: readonly PageRequest[], inDialog: boolean): void {
    if (pages.length === 0) this.wholeSources.add(source);
    else if (!inDialog) this.firstPages.set(source, [...(this.firstPages.get(source) ?? []), ...pages]);
  }

  /** A source with what a page that opens asks it for. */
  withReads(source: LinkedSource): LinkedSource {
    const pages = this.firstPages.get(source.id) ?? [];
    const paged = source.kind !== 'operation' && pages.length > 0;
    return {
      ...source,
      ...(source.kind !== 'operation' && this.wholeSources.has(source.id) ? { whole: true as const } : {}),
      ...(paged ? { pages } : {}),
    };
  }

  /** Remembers what a path reads. */
  use(path: readonly string[]): void {
    const [root, name] = path;
    if (name === undefined) return;
    if (root === 'params') this.usedParams.add(name);
    if (root === 'data') {
      this.usedSources.add(name);
      this.wholeSources.add(name);
    }
  }
}
