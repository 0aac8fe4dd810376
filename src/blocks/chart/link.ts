import type { BlockLinkContext, BlockLinker } from '#src/core/link/block-linker.ts';
import type { LinkedField, LinkedSource } from '#src/core/linked.ts';
import { type ChannelSpec, type ChartDefinition, type ChartSpec, isChartDefinition } from './chart-spec.ts';
import { compileChart } from './compile.ts';
import type { ChartOrder, LinkedChart } from './linked-chart.ts';
import { isOfOneRow, lyingSpec, policyOf } from './policy-of-spec.ts';
import { layersOf, measureOf, vegaLiteSpec } from './vega-lite-spec.ts';

const numeric: ReadonlySet<string> = new Set(['integer', 'number']);
const temporal: ReadonlySet<string> = new Set(['date', 'datetime']);
const anyTypeAggregates: ReadonlySet<string> = new Set(['count', 'distinct', 'min', 'max']);

/** Checks every encoded field against the source and compiles the chart to Vega, so that a browser only runs it. */
export const link: BlockLinker = (block, context) => {
  if (!isChartDefinition(block)) return block;
  const { source } = context;
  if (!source) {
    context.report({
      pointer: '/data',
      rule: 'missing-source',
      message: `Chart "${block.id}" has no data source. Name one of the screen's sources in "data".`,
    });
    return block;
  }
  const check = new ChartCheck(block, source.fields, context);
  const { fields, sound } = check.run();
  // A source whose columns are not known yet has none to draw.
  if (!sound || source.fields.length === 0) {
    context.tellHeadings?.(null);
    return block;
  }
  const { smallSample } = block;
  if (smallSample) checkSmallSample(block, smallSample.id, source.fields, context);
  const key = keyOf(source);
  const keyField = key === null ? undefined : source.fields.find((field) => field.id === key);
  const tooltip = [...new Set([...(keyField ? [keyField] : []), ...check.extra])];
  for (const field of [...tooltip, ...fields]) if (field.codes) check.addCodes(field.codes, '/spec');
  const { spec, limits, tooltip: _, smallSample: __, most: ___, clip: ____, ...rest } = block;
  const byId = new Map(source.fields.map((field) => [field.id, field]));
  const policy = policyOf(block, byId);
  const first = keyField ?? groupField(spec, source.fields);
  try {
    const made = { limits, fields: byId, tooltip, small: smallSample !== undefined };
    const { vega, warnings } = compileChart(vegaLiteSpec({ ...made, spec }));
    const lying = policy.names?.upright
      ? compileChart(
          vegaLiteSpec({
            ...made,
            spec: lyingSpec(spec),
            limits: limits.map((limit) => ({ ...limit, axis: limit.axis === 'x' ? 'y' : 'x' })),
          }),
        ).vega
      : null;
    for (const warning of warnings)
      context.report({ pointer: '/spec', rule: 'chart-warning', severity: 'warning', message: warning });
    const linked: LinkedChart = {
      ...rest,
      vega,
      lying,
      policy,
      facetColumns: spec.facet ? (spec.facet.columns ?? 3) : 1,
      fields: [...new Set([...(first ? [first] : []), ...tooltip, ...fields])],
      order: orderOf(spec),
      summary: block.summary ?? null,
      counted: layersOf(spec).some(isOfOneRow) ? null : countedOf(fields, source.fields),
    };
    context.tellHeadings?.(
      linked.fields.flatMap(({ title, unit }) => (unit ? [title, `${title} (${unit})`] : [title])),
    );
    return linked;
  } catch (thrown) {
    context.report({
      pointer: '/spec',
      rule: 'chart-spec',
      message: `The chart cannot be made: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
    });
    return block;
  }
};

/** A chart that counts rows and tells none apart names no column: any one will do. */
function countedOf(drawn: readonly LinkedField[], known: readonly LinkedField[]): readonly string[] | null {
  const plain = known.find(({ type }) => type !== 'json' && type !== 'list');
  const fields = drawn.length > 0 || !plain ? drawn : [plain];
  return fields.length > 0 ? fields.map(({ id }) => id) : null;
}

/** What names a row: the source's key, or the number of the record that it is. */
function keyOf(source: LinkedSource): string | null {
  if (source.kind === 'operation') return null;
  const own = source.kind === 'sql' && source.figures?.own ? source.figures.keys[0] : undefined;
  return source.rowKey ?? own ?? null;
}

function checkSmallSample(
  { id, spec }: ChartDefinition,
  column: string,
  fields: readonly LinkedField[],
  context: BlockLinkContext,
): void {
  const field = fields.find((known) => known.id === column);
  if (field && !numeric.has(field.type))
    context.report({
      pointer: '/smallSample/id',
      rule: 'small-sample-type',
      message: `"${field.id}" is ${field.type} and counts no cases, so chart "${id}" would draw no mark hollow. Name the column that counts them.`,
    });
  if (!layersOf(spec).some(isOfOneRow))
    context.report({
      pointer: '/smallSample',
      rule: 'small-sample-type',
      message: `The marks of chart "${id}" are of several rows each, so none is a small sample. Leave "smallSample" out, or draw the rows as they are.`,
    });
}

const positions = ['x', 'y'] as const;

/** What the marks stand for: the field along an axis that measures nothing. */
function groupField(spec: ChartSpec, fields: readonly LinkedField[]): LinkedField | undefined {
  for (const { encoding } of layersOf(spec)) {
    for (const axis of positions) {
      const channel = encoding?.[axis];
      const field = fields.find(({ id }) => id === channel?.field);
      if (channel && field && measureOf(channel, field) !== 'quantitative') return field;
    }
  }
  return undefined;
}

/** An axis that is sorted by the other one, where a mark is one row. */
function orderOf(spec: ChartSpec): ChartOrder | null {
  for (const { encoding } of layersOf(spec)) {
    for (const axis of positions) {
      const sort = encoding?.[axis]?.sort;
      const other = axis === 'x' ? 'y' : 'x';
      if (sort !== other && sort !== `-${other}`) continue;
      const by = encoding?.[other];
      if (by?.field === undefined || by.aggregate || by.bin || by.timeUnit) return null;
      return { field: by.field, descending: sort !== other };
    }
  }
  return null;
}

class ChartCheck {
  readonly #block: ChartDefinition;
  readonly #known: readonly LinkedField[];
  readonly #context: BlockLinkContext;
  readonly addCodes: BlockLinkContext['useCodes'];
  readonly #used = new Set<LinkedField>();
  #sound = true;

  constructor(block: ChartDefinition, known: readonly LinkedField[], context: BlockLinkContext) {
    this.#block = block;
    this.#known = known;
    this.#context = context;
    this.addCodes = context.useCodes;
  }

  run(): { readonly fields: readonly LinkedField[]; readonly sound: boolean } {
    const { spec } = this.#block;
    if (Boolean(spec.mark) === Boolean(spec.layer))
      this.#report('/spec', 'chart-mark', 'A chart has either "mark" or "layer", not both and not neither.');
    this.#channels('/spec/encoding', spec.encoding ?? {});
    spec.layer?.forEach((layer, i) => {
      this.#channels(`/spec/layer/${i}/encoding`, layer.encoding ?? {});
    });
    layersOf(spec).forEach((layer, i) => {
      if (layer.encoding?.x || layer.encoding?.y) return;
      const place = spec.layer ? `/spec/layer/${i}` : '/spec';
      this.#report(
        place,
        'chart-channel',
        'Nothing says where the marks stand. Give "x" or "y" in the encoding.',
      );
    });
    if (spec.facet) this.#field(spec.facet.field, '/spec/facet/field');
    return { fields: [...this.#used], sound: this.#sound };
  }

  get extra(): readonly LinkedField[] {
    return this.#block.tooltip.flatMap((id, i) => {
      const field = this.#field(id, `/tooltip/${i}`);
      return field ? [field] : [];
    });
  }

  #channels(pointer: string, encoding: { readonly [channel: string]: ChannelSpec }): void {
    for (const [name, channel] of Object.entries(encoding))
      this.#channel(`${pointer}/${name}`, name, channel);
  }

  #channel(pointer: string, name: string, channel: ChannelSpec): void {
    const field = channel.field === undefined ? undefined : this.#field(channel.field, `${pointer}/field`);
    const says = channel.field !== undefined || channel.aggregate === 'count';
    if (!says && channel.datum === undefined && channel.value === undefined) {
      this.#report(
        pointer,
        'chart-channel',
        `Channel "${name}" says nothing. Give "field", "datum" or "value".`,
      );
    }
    if (!field) return;
    const isNumber = numeric.has(field.type);
    const isTime = temporal.has(field.type);
    const clash = (key: string, wanted: string) =>
      this.#report(`${pointer}/${key}`, 'chart-field-type', `"${field.id}" is ${field.type}; ${wanted}.`);
    const counts =
      channel.aggregate !== undefined && channel.aggregate !== 'min' && channel.aggregate !== 'max';
    // The first clash explains the others.
    if (channel.aggregate && !anyTypeAggregates.has(channel.aggregate) && !isNumber)
      clash('aggregate', `"${channel.aggregate}" needs a number`);
    else if (channel.bin && !isNumber) clash('bin', 'bins need a number');
    else if (channel.timeUnit && !isTime) clash('timeUnit', 'a time unit needs a date');
    else if (channel.type === 'temporal' && !isTime) clash('type', '"temporal" needs a date');
    else if (measureOf(channel, field) === 'quantitative' && !isNumber && !counts)
      clash(channel.type ? 'type' : 'field', 'a quantity needs a number');
  }

  #field(id: string, pointer: string): LinkedField | undefined {
    const field = this.#known.find((candidate) => candidate.id === id);
    if (field) this.#used.add(field);
    else if (this.#known.length > 0)
      this.#report(
        pointer,
        'unknown-column',
        `"${id}" is not returned by source "${this.#block.data ?? ''}".`,
        this.#context.suggest(
          id,
          this.#known.map((candidate) => candidate.id),
        ),
      );
    return field;
  }

  #report(pointer: string, rule: string, message: string, suggestion?: string): void {
    this.#sound = false;
    this.#context.report({ pointer, rule, message, ...(suggestion ? { suggestion } : {}) });
  }
}
