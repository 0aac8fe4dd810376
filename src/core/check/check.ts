import type { Definitions } from '#src/generated/definitions.ts';
import type { Diagnostic } from '../diagnostic.ts';
import type { Loaded } from '../load/loaded.ts';
import type { Json, JsonObject } from '../values.ts';
import { checkValue, type Finding } from './check-value.ts';
import { emptyRanges } from './empty-range.ts';
import type { Language, MetaSchemas } from './language.ts';
import { wrongDefaults } from './wrong-default.ts';

declare const checked: unique symbol;

/** A definition that satisfies its meta-schema, without shorthand and with its defaults. */
export interface Checked<K extends keyof MetaSchemas = keyof MetaSchemas> {
  readonly [checked]: K;
  readonly kind: K;
  readonly loaded: Loaded;
  readonly json: JsonObject;
  /** The same, typed by its meta-schema. */
  readonly definition: K extends keyof Definitions ? Definitions[K] : JsonObject;
}

export type CheckedScreen = Checked<'screen'>;

export interface CheckResult<K extends keyof MetaSchemas> {
  readonly checked: Checked<K> | null;
  readonly diagnostics: readonly Diagnostic[];
}

export function checkDefinition<K extends keyof MetaSchemas>(
  loaded: Loaded,
  kind: K,
  language: Language,
): CheckResult<K> {
  const root = language.meta[kind];
  const findings: Finding[] = [];
  const json = checkValue(loaded.json, root, '', {
    language,
    root: kind === 'screen' ? root : withParts(root, language),
    report: (finding) => findings.push(finding),
  });
  if (findings.length === 0) findings.push(...emptyRanges(json));
  if (findings.length === 0) findings.push(...wrongDefaults(json));
  const diagnostics = findings.map((finding) => diagnosticOf(loaded, finding));
  if (diagnostics.length > 0) return { checked: null, diagnostics };
  return { checked: checkedBefore(loaded, kind, json), diagnostics };
}

/** What an earlier check of the same bytes came to. */
export function checkedBefore<K extends keyof MetaSchemas>(loaded: Loaded, kind: K, json: Json): Checked<K> {
  return { kind, loaded, json, definition: json } as unknown as Checked<K>;
}

// An entity may name a widget with options, whose schemas live in the screens' meta-schema.
function withParts(root: MetaSchemas[keyof MetaSchemas], language: Language): MetaSchemas[keyof MetaSchemas] {
  return { ...root, definitions: { ...language.meta.screen.definitions, ...root.definitions } };
}

export function diagnosticOf(
  loaded: Loaded,
  finding: Finding & { readonly severity?: 'error' | 'warning' },
): Diagnostic {
  return {
    file: loaded.file,
    ...(finding.key ? loaded.keyAt(finding.pointer) : loaded.at(finding.pointer)),
    severity: finding.severity ?? 'error',
    rule: finding.rule,
    message: finding.message,
    pointer: finding.pointer,
    ...(finding.suggestion === undefined ? {} : { suggestion: finding.suggestion }),
  };
}
