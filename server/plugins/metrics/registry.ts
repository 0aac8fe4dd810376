// Figures in the text format that Prometheus reads (https://prometheus.io/docs/instrumenting/exposition_formats/).

export type Labels = Readonly<Record<string, string>>;

export interface Counter {
  readonly add: (labels: Labels, by?: number) => void;
}

export interface Histogram {
  readonly observe: (labels: Labels, value: number) => void;
}

/** What is read when somebody looks. */
export type Reading = readonly (readonly [labels: Labels, value: number])[];

export interface Registry {
  readonly counter: (name: string, help: string) => Counter;
  readonly histogram: (name: string, help: string, bounds: readonly number[]) => Histogram;
  readonly gauge: (name: string, help: string, read: () => Reading) => void;
  /** As a gauge, of what never falls while the process lives. */
  readonly total: (name: string, help: string, read: () => Reading) => void;
  readonly text: () => string;
}

/** Sets of labels that one figure keeps; a mistake that lets them grow costs no more memory than these. */
const mostSets = 2_000;

const escaped = (text: string) =>
  text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');

function labelled(labels: Labels): string {
  const parts = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`);
  return parts.length === 0 ? '' : `{${parts.join(',')}}`;
}

/** The values of one figure by their labels; those beyond the most are left out. */
function createSets<Value>(make: () => Value) {
  const sets = new Map<string, { readonly labels: Labels; readonly value: Value }>();
  return {
    of: (labels: Labels): Value | null => {
      const key = labelled(labels);
      const known = sets.get(key);
      if (known) return known.value;
      if (sets.size >= mostSets) return null;
      const value = make();
      sets.set(key, { labels, value });
      return value;
    },
    all: () => [...sets.values()],
  };
}

export function createRegistry(): Registry {
  const figures: (() => readonly string[])[] = [];
  const names = new Set<string>();
  const declare = (name: string, help: string, type: string, lines: () => readonly string[]) => {
    if (names.has(name)) throw new Error(`Two figures are called ${name}.`);
    names.add(name);
    const told = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
    figures.push(() => [`# HELP ${name} ${told}`, `# TYPE ${name} ${type}`, ...lines()]);
  };
  const readAs = (type: 'gauge' | 'counter') => (name: string, help: string, read: () => Reading) =>
    declare(name, help, type, () => read().map(([labels, value]) => `${name}${labelled(labels)} ${value}`));
  return {
    counter: (name, help) => {
      const sets = createSets(() => ({ sum: 0 }));
      declare(name, help, 'counter', () =>
        sets.all().map(({ labels, value }) => `${name}${labelled(labels)} ${value.sum}`),
      );
      return {
        add: (labels, by = 1) => {
          const value = sets.of(labels);
          if (value) value.sum += by;
        },
      };
    },
    histogram: (name, help, bounds) => {
      const sets = createSets(() => ({ counts: bounds.map(() => 0), count: 0, sum: 0 }));
      declare(name, help, 'histogram', () =>
        sets.all().flatMap(({ labels, value }) => {
          let below = 0;
          const buckets = bounds.map((bound, i) => {
            below += value.counts[i] ?? 0;
            return `${name}_bucket${labelled({ ...labels, le: String(bound) })} ${below}`;
          });
          return [
            ...buckets,
            `${name}_bucket${labelled({ ...labels, le: '+Inf' })} ${value.count}`,
            `${name}_sum${labelled(labels)} ${value.sum}`,
            `${name}_count${labelled(labels)} ${value.count}`,
          ];
        }),
      );
      return {
        observe: (labels, measured) => {
          const value = sets.of(labels);
          if (!value) return;
          value.count += 1;
          value.sum += measured;
          const at = bounds.findIndex((bound) => measured <= bound);
          if (at !== -1) value.counts[at] = (value.counts[at] ?? 0) + 1;
        },
      };
    },
    gauge: readAs('gauge'),
    total: readAs('counter'),
    text: () => `${figures.flatMap((lines) => lines()).join('\n')}\n`,
  };
}
